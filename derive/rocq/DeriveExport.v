(* Small facts that generated files cite: signs read off the form of a term, inverses, square roots. *)

Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra.
From Derive Require Import DeriveNormal DeriveKinds.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Signs.
Variable F : realFieldType.
Implicit Types x y : F.

Lemma pos_ge0 x : 0 < x -> 0 <= x.
Proof. exact: ltW. Qed.

Lemma pos_neq0 x : 0 < x -> x != 0.
Proof. by move=> x0; rewrite gt_eqF. Qed.

Lemma add_neq0_l x y : 0 <= x -> 0 <= y -> x != 0 -> x + y != 0.
Proof. by move=> x0 y0 xn; rewrite gt_eqF // ltr_paddr // ge0_neq0_gt0. Qed.

Lemma add_neq0_r x y : 0 <= x -> 0 <= y -> y != 0 -> x + y != 0.
Proof. by rewrite addrC => x0 y0; apply: add_neq0_l. Qed.

Lemma nat_ge0 k : 0 <= k%:R :> F.
Proof. exact: ler0n. Qed.

Lemma succ_neq0 k : k.+1%:R != 0 :> F.
Proof. by rewrite pnatr_eq0. Qed.

Lemma succ_sub1_ge0 k : 0 <= k.+1%:R - 1 :> F.
Proof. by rewrite subr_ge0 ler1n. Qed.

Lemma all_ge0 n (f : 'I_n -> F) : (forall i, 0 <= f i) -> 0 <= \sum_i f i.
Proof. by move=> f0; apply: sumr_ge0. Qed.

Lemma dot_self_ge0 n (v : 'cV[F]_n) : 0 <= dot v v.
Proof. by apply: sumr_ge0 => i _; apply: mul_self_ge0. Qed.

Lemma dot_self_neq0 n (v : 'cV[F]_n) : v != 0 -> dot v v != 0.
Proof.
apply: contraNneq => /eqP; rewrite psumr_eq0 => [/allP H|i _]; last exact: mul_self_ge0.
apply/eqP/matrixP => i j; rewrite ord1 !mxE; apply/eqP.
by have := H i (mem_index_enum i); rewrite mulf_eq0 orbb.
Qed.

Lemma row_self_ge0 n (v : 'cV[F]_n) : 0 <= (v^T *m v) 0 0.
Proof. by rewrite mxE; apply: sumr_ge0 => i _; rewrite mxE mul_self_ge0. Qed.

Lemma row_self_neq0 n (v : 'cV[F]_n) : v != 0 -> (v^T *m v) 0 0 != 0.
Proof.
move=> /dot_self_neq0; rewrite mxE (_ : \sum_j _ = dot v v) //.
by apply: eq_bigr => i _; rewrite mxE.
Qed.

Lemma ones_entries m : forall i, (@ones F m.+1) i 0 != 0.
Proof. by move=> i; rewrite mxE oner_neq0. Qed.

Lemma entries_not_zero m (v : 'cV[F]_m.+1) : (forall i, v i 0 != 0) -> v != 0.
Proof. by move=> H; apply/eqP => v0; have := H 0; rewrite v0 mxE eqxx. Qed.

Lemma vinv_entries n (v : 'cV[F]_n) : (forall i, v i 0 != 0) -> forall i, vinv v i 0 != 0.
Proof. by move=> H i; rewrite mxE invr_neq0. Qed.

Lemma vpow_entries n (v : 'cV[F]_n) k : (forall i, v i 0 != 0) -> forall i, vpow v k i 0 != 0.
Proof. by move=> H i; rewrite mxE expf_neq0. Qed.

Lemma scale_entries n c (v : 'cV[F]_n) : c != 0 -> (forall i, v i 0 != 0) -> forall i, (c *: v) i 0 != 0.
Proof. by move=> H G i; rewrite mxE mulf_neq0. Qed.

Lemma hadamard_entries n (u v : 'cV[F]_n) :
  (forall i, u i 0 != 0) -> (forall i, v i 0 != 0) -> forall i, hadamard u v i 0 != 0.
Proof. by move=> H G i; rewrite mxE mulf_neq0. Qed.

Lemma invmx_diag n (v : 'cV[F]_n) : (forall i, v i 0 != 0) -> invmx (diag v) = diag (vinv v).
Proof.
move=> H; have VW : diag v *m diag (vinv v) = 1%:M.
  rewrite /diag; apply/matrixP => i j; rewrite mul_diag_mx !mxE.
  by case: eqP => [->|_]; rewrite ?mulr1n ?mulr0n ?mulr0 // mulfV.
have U : diag v \in unitmx by case/mulmx1_unit: VW.
by rewrite -[RHS]mul1mx -(mulVmx U) -mulmxA VW mulmx1.
Qed.
End Signs.

Section Roots.
Variable F : rcfType.
Implicit Types x r : F.

Lemma root_ge0 x : 0 <= Num.sqrt x.
Proof. exact: sqrtr_ge0. Qed.

Lemma root_neq0 x : 0 <= x -> x != 0 -> Num.sqrt x != 0.
Proof. by move=> x0 xn; rewrite sqrtr_eq0 -ltNge ge0_neq0_gt0. Qed.

Lemma root_inv x : 0 <= x -> x != 0 -> (Num.sqrt x)^-1 = Num.sqrt x * x^-1.
Proof.
move=> x0 xn; have rn := root_neq0 x0 xn.
by apply: (mulfI rn); rewrite mulfV // mulrA -expr2 sqr_sqrtr // mulfV.
Qed.

Lemma radicand_neq0 x : Num.sqrt x != 0 -> x != 0.
Proof. by apply: contraNneq => ->; rewrite sqrtr0. Qed.

Lemma norm_square n (v : 'cV[F]_n) : dot v v = Num.sqrt (dot v v) ^+ 2.
Proof. by rewrite sqr_sqrtr // dot_self_ge0. Qed.
End Roots.

Section Forms.
Variable F : realFieldType.
Implicit Types p q : F.

Lemma nonneg_by p q : p = q -> 0 <= q -> 0 <= p.
Proof. by move=> ->. Qed.

Lemma positive_by p q : p = q -> 0 < q -> 0 < p.
Proof. by move=> ->. Qed.

Lemma nonzero_by p q : p = q -> q != 0 -> p != 0.
Proof. by move=> ->. Qed.

Lemma not_zero_by n (u v : 'cV[F]_n) : u = v -> v != 0 -> u != 0.
Proof. by move=> ->. Qed.
End Forms.

(* Characteristic polynomials at a scalar z, with the derivative as that of the polynomial; f is d, as it is written. *)
Section CharPoly.
Variables (F : numFieldType) (m : nat).
Notation n := m.+1.
Variables (M A B : 'M[F]_n) (d u w : 'cV[F]_n) (z s : F) (f : 'I_n -> F).
Hypothesis f_d : forall i, f i = d i 0.
Notation q := (\prod_i ('X - (f i)%:P)).

Let q_d : q = \prod_i ('X - (d i 0)%:P).
Proof. by apply: eq_bigr => i _; rewrite f_d. Qed.

Let as_minus (N : 'M[F]_n) : N = diag d + u *m w^T -> N = diag_mx d^T - (- u) *m w^T.
Proof. by move=> ->; rewrite mulNmx opprK. Qed.

Let mean_poly (N : 'M[F]_n) :
  N = diag d + u *m w^T -> hadamard u w = - ((1 / n%:R) *: d) -> (char_poly N).[z] = z / n%:R * (q^`()).[z].
Proof.
move=> /as_minus ND uw; rewrite (secular_mean (ltn0Sn m) ND) => [|i].
  by rewrite hornerZ hornerM hornerX q_d mulrA [_^-1 * _]mulrC.
by have /matrixP/(_ i 0) := uw; rewrite !mxE mulNr => ->; rewrite opprK mul1r.
Qed.

Let own_poly (N : 'M[F]_n) :
  N = diag d + u *m w^T -> hadamard u w = - ((1 / s) *: hadamard d d) -> dot ones d = s -> s != 0 ->
  (char_poly N).[z] = z * (z * (q^`()).[z] - n%:R * \prod_i (z - f i)) / s.
Proof.
move=> /as_minus ND uw sum_d s0; rewrite (secular_own (s := s) ND _ _ s0) => [|i|].
- rewrite hornerZ hornerM hornerD hornerN hornerM hornerX -q_d hornerMn [LHS]mulrC.
  congr (z * (_ - _) / _).
  rewrite -mulr_natl; congr (_ * _); rewrite horner_prod.
  by apply: eq_bigr => i _; rewrite hornerXsubC.
- by have /matrixP/(_ i 0) := uw; rewrite !mxE mulNr => ->; rewrite opprK mul1r.
by rewrite -sum_d; apply: eq_bigr => i _; rewrite mxE mul1r.
Qed.

Let at_scalar (N : 'M[F]_n) : \det (z *: 1%:M - N) = (char_poly N).[z].
Proof. by rewrite scalemx1 det_char_poly. Qed.

Lemma det_mean : M = diag d + u *m w^T -> hadamard u w = - ((1 / n%:R) *: d) ->
  \det (z *: 1%:M - M) = z / n%:R * (q^`()).[z].
Proof. by rewrite at_scalar; apply: mean_poly. Qed.

Lemma det_own : M = diag d + u *m w^T -> hadamard u w = - ((1 / s) *: hadamard d d) -> dot ones d = s -> s != 0 ->
  \det (z *: 1%:M - M) = z * (z * (q^`()).[z] - n%:R * \prod_i (z - f i)) / s.
Proof. by rewrite at_scalar; apply: own_poly. Qed.

Lemma det_mean_swap : M = A *m B -> B *m A = diag d + u *m w^T -> hadamard u w = - ((1 / n%:R) *: d) ->
  \det (z *: 1%:M - M) = z / n%:R * (q^`()).[z].
Proof. by rewrite at_scalar => -> BA; rewrite char_poly_mulC; apply: mean_poly. Qed.

Lemma det_own_swap : M = A *m B -> B *m A = diag d + u *m w^T -> hadamard u w = - ((1 / s) *: hadamard d d) ->
  dot ones d = s -> s != 0 -> \det (z *: 1%:M - M) = z * (z * (q^`()).[z] - n%:R * \prod_i (z - f i)) / s.
Proof. by rewrite at_scalar => -> BA; rewrite char_poly_mulC; apply: own_poly. Qed.
End CharPoly.

Lemma not_zero_of_norm (F : rcfType) n (v : 'cV[F]_n) : 0 < Num.sqrt (dot v v) ^+ 2 -> v != 0.
Proof.
apply: contraTneq => ->; rewrite (_ : dot 0 0 = 0) ?sqrtr0 ?expr0n ?ltxx //.
by apply: big1 => i _; rewrite mxE mul0r.
Qed.
