(** Closing lemmas: from identities to statements that are not identities.

    A generated file proves identities (by reflection) and closes each structure theorem with one lemma from here.
    Vectors are columns ['cV_n]; a scalar product is the entry [(u^T *m v) 0 0]; [diag_mx d^T] is the diagonal matrix
    of a column d; [\prod_(j | j != i) d j 0] leaves one factor out.  Every lemma holds for every size n, 0 included.
    No axioms. *)
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** * Scalar products: 0 <= v . v, and 0 < v . v for v != 0. *)

Section ScalarProducts.

Lemma dot_sum (R : ringType) n (u v : 'cV[R]_n) (i j : 'I_1) : (u^T *m v) i j = \sum_k u k 0 * v k 0.
Proof. by rewrite !mxE; apply: eq_bigr => k _; rewrite !mxE !ord1. Qed.

Variables (R : realDomainType) (n : nat).
Implicit Types (v : 'cV[R]_n) (i j : 'I_1).

Lemma sum_squares_ge0 v : 0 <= \sum_k v k 0 ^+ 2.
Proof. by apply: sumr_ge0 => k _; apply: sqr_ge0. Qed.

Lemma dot_ge0 v i j : 0 <= (v^T *m v) i j.
Proof. by rewrite dot_sum; apply: sumr_ge0 => k _; rewrite -expr2 sqr_ge0. Qed.

(** A sum of squares vanishes only where every summand does. *)
Lemma dot_eq0 v i j : ((v^T *m v) i j == 0) = (v == 0).
Proof.
rewrite dot_sum; apply/eqP/eqP => [sum0|->]; last by apply: big1 => k _; rewrite mxE mul0r.
apply/colP => k; rewrite mxE; apply/eqP; rewrite -[_ == 0](@expf_eq0 _ _ 2) expr2; apply/eqP.
by apply: (psumr_eq0P _ sum0) => // l _; rewrite -expr2 sqr_ge0.
Qed.

Lemma dot_zero v i j : (v^T *m v) i j = 0 -> v = 0.
Proof. by move/eqP; rewrite dot_eq0 => /eqP. Qed.

Lemma dot_gt0 v i j : v != 0 -> 0 < (v^T *m v) i j.
Proof. by move=> v0; rewrite lt0r dot_eq0 v0 dot_ge0. Qed.

Lemma dot_neq0 v i j : v != 0 -> (v^T *m v) i j != 0.
Proof. by rewrite dot_eq0. Qed.

End ScalarProducts.

Section NonzeroVectors.
Variable R : ringType.

(** v != 0 by a component, or by a covector on which it does not vanish. *)
Lemma entry_neq0 n (v : 'cV[R]_n) i : v i 0 != 0 -> v != 0.
Proof. by apply: contraNneq => ->; rewrite mxE. Qed.

Lemma covector_neq0 n (c v : 'cV[R]_n) q : (c^T *m v) 0 0 = q -> q != 0 -> v != 0.
Proof. by move=> <-; apply: contraNneq => ->; rewrite mulmx0 mxE. Qed.

(** Some component is nonzero, as every one is and there is one. *)
Lemma entries_neq0 n (v : 'cV[R]_n) : (0 < n)%N -> (forall i, v i 0 != 0) -> v != 0.
Proof. by case: n v => // m v _ v0; apply: (entry_neq0 (v0 0)). Qed.

Lemma ones_neq0 n : (0 < n)%N -> const_mx 1 != 0 :> 'cV[R]_n.
Proof. by move=> n0; apply: entries_neq0 => // i; rewrite mxE oner_neq0. Qed.

End NonzeroVectors.

(** * Square roots *)

Section SquareRoots.
Variable R : rcfType.
Implicit Types r x y z : R.

(** Uniqueness: r >= 0 with r^2 = x is the root of x. *)
Lemma sqrt_unique r x : r ^+ 2 = x -> 0 <= r -> Num.sqrt x = r.
Proof. by move=> <- r0; rewrite sqrtr_sqr ger0_norm. Qed.

Lemma sqrt_square x : Num.sqrt (x ^+ 2) = `|x|.
Proof. exact: sqrtr_sqr. Qed.

Lemma square_sqrt x : 0 <= x -> Num.sqrt x ^+ 2 = x.
Proof. exact: sqr_sqrtr. Qed.

Lemma sqrt_gt0 x : 0 < x -> 0 < Num.sqrt x.
Proof. by rewrite sqrtr_gt0. Qed.

Lemma sqrt_neq0 x : 0 < x -> Num.sqrt x != 0.
Proof. by move=> x0; rewrite gt_eqF ?sqrtr_gt0. Qed.

(** Products and quotients merge, and a factor goes in or out. *)
Lemma sqrt_mul x y z : x * y = z -> 0 <= x -> Num.sqrt x * Num.sqrt y = Num.sqrt z.
Proof. by move=> <- x0; rewrite sqrtrM. Qed.

Lemma sqrt_div x y z : z * y = x -> 0 < y -> Num.sqrt x / Num.sqrt y = Num.sqrt z.
Proof. by move=> <- y0; rewrite [z * y]mulrC sqrtrM 1?ltW // mulrC mulKf ?sqrt_neq0. Qed.

Lemma sqrt_inv_square x : 0 < x -> (Num.sqrt x)^-1 ^+ 2 = x^-1.
Proof. by move=> x0; rewrite exprVn square_sqrt // ltW. Qed.

Lemma sqrt_inv x : 0 <= x -> (Num.sqrt x)^-1 = Num.sqrt x^-1.
Proof. by move=> x0; rewrite sqrtrV. Qed.

Lemma sqrt_factor c x z : c ^+ 2 * x = z -> 0 <= c -> c * Num.sqrt x = Num.sqrt z.
Proof. by move=> <- c0; rewrite sqrtrM ?sqr_ge0 // sqrtr_sqr ger0_norm. Qed.

End SquareRoots.

(** * Bounds: q <= p from p - q = b where b shows its sign; the lemmas of [derive.statements.bound] in its letters.

    c is a positive factor; the versions [sq] compare the squares. *)

Section Bounds.
Variable R : realDomainType.
Implicit Types p q b c s x y : R.

Lemma le_slack x y s : y = x + s -> 0 <= s -> x <= y.
Proof. by move=> ->; rewrite ler_addl. Qed.

Lemma lt_slack x y s : y = x + s -> 0 < s -> x < y.
Proof. by move=> ->; rewrite ltr_addl. Qed.

Lemma bound_le p q b : p - q = b -> 0 <= b -> q <= p.
Proof. by move=> <-; rewrite subr_ge0. Qed.

Lemma bound_lt p q b : p - q = b -> 0 < b -> q < p.
Proof. by move=> <-; rewrite subr_gt0. Qed.

Lemma bound_neq p q b : p - q = b -> b != 0 -> p != q.
Proof. by move=> <-; rewrite subr_eq0. Qed.

Lemma bound_le_scaled c p q b : c * (p - q) = b -> 0 < c -> 0 <= b -> q <= p.
Proof. by move=> <- c0; rewrite pmulr_rge0 // subr_ge0. Qed.

Lemma bound_lt_scaled c p q b : c * (p - q) = b -> 0 < c -> 0 < b -> q < p.
Proof. by move=> <- c0; rewrite pmulr_rgt0 // subr_gt0. Qed.

Lemma bound_neq_scaled c p q b : c * (p - q) = b -> b != 0 -> p != q.
Proof. by move=> <-; rewrite mulf_eq0 negb_or subr_eq0 => /andP[]. Qed.

Lemma bound_le_sq p q b : p ^+ 2 - q ^+ 2 = b -> 0 <= b -> 0 <= p -> q <= p.
Proof.
move=> <- d0 p0; apply: le_trans (ler_norm q) _.
by rewrite -ler_sqr ?nnegrE ?normr_ge0 // real_normK ?num_real // -subr_ge0.
Qed.

Lemma bound_lt_sq p q b : p ^+ 2 - q ^+ 2 = b -> 0 < b -> 0 <= p -> q < p.
Proof.
move=> <- d0 p0; apply: le_lt_trans (ler_norm q) _.
by rewrite -ltr_sqr ?nnegrE ?normr_ge0 // real_normK ?num_real // -subr_gt0.
Qed.

Lemma bound_neq_sq p q b : p ^+ 2 - q ^+ 2 = b -> b != 0 -> p != q.
Proof. by move=> <-; apply: contraNneq => ->; rewrite subrr. Qed.

Lemma bound_le_scaled_sq c p q b : c * (p ^+ 2 - q ^+ 2) = b -> 0 < c -> 0 <= b -> 0 <= p -> q <= p.
Proof. by move=> <- c0; rewrite pmulr_rge0 //; apply: bound_le_sq. Qed.

Lemma bound_lt_scaled_sq c p q b : c * (p ^+ 2 - q ^+ 2) = b -> 0 < c -> 0 < b -> 0 <= p -> q < p.
Proof. by move=> <- c0; rewrite pmulr_rgt0 //; apply: bound_lt_sq. Qed.

Lemma bound_neq_scaled_sq c p q b : c * (p ^+ 2 - q ^+ 2) = b -> b != 0 -> p != q.
Proof. by move=> <-; apply: contraNneq => ->; rewrite subrr mulr0. Qed.

(** Zero by a sum of squares. *)
Lemma eq0_by_squares p s : p ^+ 2 + s = 0 -> 0 <= s -> p = 0.
Proof.
by move=> /eqP; rewrite addr_eq0 => /eqP e s0; apply/eqP; rewrite -sqrf_eq0 eq_le sqr_ge0 e oppr_le0 s0.
Qed.

(** Equality by squares. *)
Lemma bound_eq_sq p q : p ^+ 2 = q ^+ 2 -> 0 <= p -> 0 <= q -> p = q.
Proof. by move=> /eqP pq p0 q0; apply/eqP; rewrite -(eqr_expn2 (n := 2)). Qed.

End Bounds.

(** * Signs read off the way a term is written

    [sign] proves 0 <= e, 0 < e and e != 0 by one rule for each form of e, down to hypotheses of these three forms, also
    under a [forall].  It fails when no rule applies.  The rules: *)

Section SignRules.
Variable F : realFieldType.
Implicit Types (x y : F) (k n : nat).

Lemma pos_addl x y : 0 < x -> 0 <= y -> 0 < x + y. Proof. exact: ltr_spaddl. Qed.
Lemma pos_addr x y : 0 <= x -> 0 < y -> 0 < x + y. Proof. exact: ltr_paddl. Qed.
Lemma mul_self_ge0 x : 0 <= x * x. Proof. by rewrite -expr2 sqr_ge0. Qed.
Lemma mul_self_gt0 x : x != 0 -> 0 < x * x. Proof. by move=> x0; rewrite -expr2 exprn_even_gt0. Qed.
Lemma even_ge0 k x : ~~ odd k -> 0 <= x ^+ k. Proof. exact: exprn_even_ge0. Qed.
Lemma even_gt0 k x : ~~ odd k -> x != 0 -> 0 < x ^+ k. Proof. by move=> ek x0; rewrite exprn_even_gt0 // x0 orbT. Qed.
Lemma inv_ge0 x : 0 <= x -> 0 <= x^-1. Proof. by rewrite invr_ge0. Qed.
Lemma inv_gt0 x : 0 < x -> 0 < x^-1. Proof. by rewrite invr_gt0. Qed.
Lemma inv_neq0 x : x != 0 -> x^-1 != 0. Proof. exact: invr_neq0. Qed.
Lemma opp_neq0 x : x != 0 -> - x != 0. Proof. by rewrite oppr_eq0. Qed.
Lemma norm_gt0 x : x != 0 -> 0 < `|x|. Proof. by rewrite normr_gt0. Qed.
Lemma nat_gt0 n : (0 < n)%N -> 0 < n%:R :> F. Proof. by rewrite ltr0n. Qed.
Lemma natmul_ge0 x k : 0 <= x -> 0 <= x *+ k. Proof. exact: mulrn_wge0. Qed.
Lemma nat_sub_ge0 k n : (k <= n)%N -> 0 <= n%:R - k%:R :> F. Proof. by rewrite subr_ge0 ler_nat. Qed.
Lemma nat_sub_gt0 k n : (k < n)%N -> 0 < n%:R - k%:R :> F. Proof. by rewrite subr_gt0 ltr_nat. Qed.
Lemma ge0_neq0_gt0 x : 0 <= x -> x != 0 -> 0 < x. Proof. by rewrite lt0r => -> ->. Qed.
Lemma gt0_neq0 x : 0 < x -> x != 0. Proof. exact: lt0r_neq0. Qed.

Lemma sum_gt0 n (f : 'I_n -> F) : (0 < n)%N -> (forall i, 0 < f i) -> 0 < \sum_i f i.
Proof.
case: n f => // n f _ f0; rewrite big_ord_recl; apply: pos_addl => //.
by apply: sumr_ge0 => i _; apply: ltW.
Qed.

Lemma prod_neq0 n (f : 'I_n -> F) : (forall i, f i != 0) -> \prod_i f i != 0.
Proof. by move=> f0; apply/prodf_neq0 => i _. Qed.

Lemma dot_sum_ge0 n (v : 'cV[F]_n) : 0 <= \sum_k v k 0 * v k 0.
Proof. by rewrite -(dot_sum v v 0 0) dot_ge0. Qed.
Lemma dot_sum_gt0 n (v : 'cV[F]_n) : v != 0 -> 0 < \sum_k v k 0 * v k 0.
Proof. by move=> v0; rewrite -(dot_sum v v 0 0) dot_gt0. Qed.

End SignRules.

(** A name that the form does not explain is unfolded. *)
Ltac head_of t := lazymatch t with ?f _ => head_of f | _ => t end.
Ltac is_sum t := lazymatch head_of t with @bigop => idtac end.
Ltac unfold_name t := let h := head_of t in is_const h; unfold h; cbv beta.

(** Hypotheses: as they stand, at an index, or the stronger one. *)
Ltac sign_hypothesis :=
  match goal with
  | H : ?P |- ?P => exact H
  | H : is_true (0 < ?x) |- is_true (0 <= ?x) => exact (ltW H)
  | H : is_true (0 < ?x) |- is_true (?x != 0) => exact (gt0_neq0 H)
  | H : is_true (0 <= ?x), K : is_true (?x != 0) |- is_true (0 < ?x) => exact (ge0_neq0_gt0 H K)
  | H : forall i, is_true (0 <= @?f i) |- is_true (0 <= _) => exact (H _)
  | H : forall i, is_true (0 < @?f i) |- is_true (0 <= _) => exact (ltW (H _))
  | H : forall i, is_true (0 < @?f i) |- is_true (0 < _) => exact (H _)
  | H : forall i, is_true (0 < @?f i) |- is_true (_ != 0) => exact (gt0_neq0 (H _))
  | H : forall i, is_true (@?f i != 0) |- is_true (_ != 0) => exact (H _)
  | |- is_true (_ < _)%N => by []
  end.

Ltac sign := first [sign_hypothesis | sign_rule]
with sign_rule :=
  lazymatch goal with
  | |- is_true (0 <= _) => sign_nonneg
  | |- is_true (0 < _) => sign_positive
  | |- is_true (?x != 0) =>
    lazymatch type of x with
    | context [matrix] => sign_vector
    | context [matrix_zmodType] => sign_vector
    | _ => sign_nonzero
    end
  end
with sign_nonneg :=
  lazymatch goal with
  | |- is_true (0 <= 0) => exact: lexx
  | |- is_true (0 <= 1) => exact: ler01
  | |- is_true (0 <= 1 *+ _) => exact: ler0n
  | |- is_true (0 <= 1 *+ _ - 1) => apply: (nat_sub_ge0 _ (k := 1)); by []
  | |- is_true (0 <= 1 *+ _ - 1 *+ _) => apply: nat_sub_ge0; by []
  | |- is_true (0 <= _ + _) => apply: addr_ge0; sign
  | |- is_true (0 <= ?x * ?x) => exact: mul_self_ge0
  | |- is_true (0 <= _ * _) => apply: mulr_ge0; sign
  | |- is_true (0 <= _ ^+ _) => first [apply: even_ge0; exact: isT | apply: exprn_ge0; sign]
  | |- is_true (0 <= _^-1) => apply: inv_ge0; sign
  | |- is_true (0 <= _ *+ _) => apply: natmul_ge0; sign
  | |- is_true (0 <= `|_|) => exact: normr_ge0
  | |- is_true (0 <= Num.sqrt _) => exact: sqrtr_ge0
  | |- is_true (0 <= fun_of_matrix (?v^T *m ?v) _ _) => exact: dot_ge0
  | |- is_true (0 <= fun_of_matrix ?A _ _) => sign_entry A
  | |- is_true (0 <= ?x) =>
    first [exact: dot_sum_ge0
          | is_sum x; first [apply: sumr_ge0 | apply: prodr_ge0]; intros; sign | unfold_name x; sign]
  end
with sign_positive :=
  lazymatch goal with
  | |- is_true (0 < 1) => exact: ltr01
  | |- is_true (0 < 1 *+ _) => apply: nat_gt0; by []
  | |- is_true (0 < 1 *+ _ - 1) => apply: (nat_sub_gt0 _ (k := 1)); by []
  | |- is_true (0 < 1 *+ _ - 1 *+ _) => apply: nat_sub_gt0; by []
  | |- is_true (0 < _ + _) => first [apply: pos_addl; sign | apply: pos_addr; sign]
  | |- is_true (0 < ?x * ?x) => apply: mul_self_gt0; sign
  | |- is_true (0 < _ * _) => apply: mulr_gt0; sign
  | |- is_true (0 < _ ^+ _) => first [apply: even_gt0; [exact: isT | sign] | apply: exprn_gt0; sign]
  | |- is_true (0 < _^-1) => apply: inv_gt0; sign
  | |- is_true (0 < `|_|) => apply: norm_gt0; sign
  | |- is_true (0 < Num.sqrt _) => apply: sqrt_gt0; sign
  | |- is_true (0 < fun_of_matrix (?v^T *m ?v) _ _) => apply: dot_gt0; sign
  | |- is_true (0 < fun_of_matrix ?A _ _) => sign_entry A
  | |- is_true (0 < ?x) =>
    tryif apply: dot_sum_gt0 then sign
    else first [is_sum x; first [apply: sum_gt0; [by [] |] | apply: prodr_gt0]; intros; sign | unfold_name x; sign]
  end
with sign_nonzero :=
  lazymatch goal with
  | |- is_true (1 != 0) => exact: oner_neq0
  | |- is_true (_ * _ != 0) => apply: mulf_neq0; sign
  | |- is_true (_ ^+ _ != 0) => apply: expf_neq0; sign
  | |- is_true (_^-1 != 0) => apply: inv_neq0; sign
  | |- is_true (- _ != 0) => apply: opp_neq0; sign
  | |- is_true (fun_of_matrix (?v^T *m ?v) _ _ != 0) => apply: dot_neq0; sign
  | |- is_true (fun_of_matrix ?A _ _ != 0) => sign_entry A
  | |- is_true (?x != 0) =>
    first [is_sum x; apply: prod_neq0; intros; sign | apply: gt0_neq0; sign | unfold_name x; sign]
  end
with sign_vector := first [apply: ones_neq0; by [] | apply: entries_neq0; [by [] | intros; sign]]
with sign_entry A :=  (* of a matrix that is given by its entries *)
  lazymatch A with
  | _ *m _ => fail
  | _ => first [rewrite mxE; sign | unfold_name A; sign]
  end.

(** * Null spaces, complete: M kills the family, and a splitting 1 = B C + X M writes any v as B (C v) + X (M v). *)

Section NullSpaces.
Variables (R : comRingType) (m n : nat) (M : 'M[R]_(m, n)) (X : 'M[R]_(n, m)).

(** A column of coefficients. *)
Lemma mul_col1 k (b : 'cV[R]_k) (t : 'M[R]_1) : b *m t = t 0 0 *: b.
Proof. by apply/matrixP => i j; rewrite !mxE big_ord1 !ord1 mulrC. Qed.

(** The columns of a matrix B span. *)
Lemma null_space_columns k (B : 'M[R]_(n, k)) (C : 'M[R]_(k, n)) :
    M *m B = 0 -> 1%:M = B *m C + X *m M ->
  forall v : 'cV_n, M *m v = 0 <-> exists t : 'cV_k, v = B *m t.
Proof.
move=> MB split v; split=> [Mv|[t ->]]; last by rewrite mulmxA MB mul0mx.
by exists (C *m v); rewrite -[LHS]mul1mx split mulmxDl -!mulmxA Mv mulmx0 addr0.
Qed.

(** One vector b spans; c with c . v as its coefficient. *)
Lemma null_space_vector (b c : 'cV[R]_n) :
    M *m b = 0 -> 1%:M = b *m c^T + X *m M ->
  forall v : 'cV_n, M *m v = 0 <-> exists t, v = t *: b.
Proof.
move=> Mb split v; split=> [Mv|[t ->]]; last by rewrite -scalemxAr Mb scaler0.
by exists ((c^T *m v) 0 0); rewrite -mul_col1 mulmxA -[LHS]mul1mx split mulmxDl -(mulmxA X) Mv mulmx0 addr0.
Qed.

(** Two vectors. *)
Lemma null_space_two_vectors (b1 c1 b2 c2 : 'cV[R]_n) :
    M *m b1 = 0 -> M *m b2 = 0 -> 1%:M = b1 *m c1^T + b2 *m c2^T + X *m M ->
  forall v : 'cV_n, M *m v = 0 <-> exists t1 t2, v = t1 *: b1 + t2 *: b2.
Proof.
move=> Mb1 Mb2 split v; split=> [Mv|[t1 [t2 ->]]]; last by rewrite mulmxDr -!scalemxAr Mb1 Mb2 !scaler0 addr0.
exists ((c1^T *m v) 0 0), ((c2^T *m v) 0 0).
by rewrite -!mul_col1 !mulmxA -mulmxDl -[LHS]mul1mx split mulmxDl -(mulmxA X) Mv mulmx0 addr0.
Qed.

(** A vector and the columns of a matrix. *)
Lemma null_space_vector_columns k (b c : 'cV[R]_n) (B : 'M[R]_(n, k)) (C : 'M[R]_(k, n)) :
    M *m b = 0 -> M *m B = 0 -> 1%:M = b *m c^T + B *m C + X *m M ->
  forall v : 'cV_n, M *m v = 0 <-> exists t (s : 'cV_k), v = t *: b + B *m s.
Proof.
move=> Mb MB split v; split=> [Mv|[t [s ->]]].
  exists ((c^T *m v) 0 0), (C *m v).
  by rewrite -mul_col1 !mulmxA -mulmxDl -[LHS]mul1mx split mulmxDl -(mulmxA X) Mv mulmx0 addr0.
by rewrite mulmxDr -scalemxAr Mb scaler0 mulmxA MB mul0mx addr0.
Qed.

(** Nothing but 0. *)
Lemma null_space_trivial : 1%:M = X *m M -> forall v : 'cV_n, M *m v = 0 <-> v = 0.
Proof.
move=> split v; split=> [Mv|->]; last by rewrite mulmx0.
by rewrite -[LHS]mul1mx split -(mulmxA X) Mv mulmx0.
Qed.

End NullSpaces.

(** Left null spaces, {v : v^T M = 0}: the same for M^T. *)
Section LeftNullSpaces.
Variables (R : comRingType) (m n : nat) (M : 'M[R]_(m, n)) (X : 'M[R]_(m, n)).

Lemma left_null (v : 'cV[R]_m) : v^T *m M = 0 <-> M^T *m v = 0.
Proof. by split=> /(congr1 trmx); rewrite trmx_mul ?trmxK trmx0. Qed.

Lemma left_null_space_columns k (B : 'M[R]_(m, k)) (C : 'M[R]_(k, m)) :
    M^T *m B = 0 -> 1%:M = B *m C + X *m M^T ->
  forall v : 'cV_m, v^T *m M = 0 <-> exists t : 'cV_k, v = B *m t.
Proof. by move=> MB split v; rewrite left_null; apply: null_space_columns split v. Qed.

Lemma left_null_space_vector (b c : 'cV[R]_m) :
    M^T *m b = 0 -> 1%:M = b *m c^T + X *m M^T ->
  forall v : 'cV_m, v^T *m M = 0 <-> exists t, v = t *: b.
Proof. by move=> Mb split v; rewrite left_null; apply: null_space_vector split v. Qed.

Lemma left_null_space_two_vectors (b1 c1 b2 c2 : 'cV[R]_m) :
    M^T *m b1 = 0 -> M^T *m b2 = 0 -> 1%:M = b1 *m c1^T + b2 *m c2^T + X *m M^T ->
  forall v : 'cV_m, v^T *m M = 0 <-> exists t1 t2, v = t1 *: b1 + t2 *: b2.
Proof. by move=> Mb1 Mb2 split v; rewrite left_null; apply: null_space_two_vectors split v. Qed.

Lemma left_null_space_vector_columns k (b c : 'cV[R]_m) (B : 'M[R]_(m, k)) (C : 'M[R]_(k, m)) :
    M^T *m b = 0 -> M^T *m B = 0 -> 1%:M = b *m c^T + B *m C + X *m M^T ->
  forall v : 'cV_m, v^T *m M = 0 <-> exists t (s : 'cV_k), v = t *: b + B *m s.
Proof. by move=> Mb MB split v; rewrite left_null; apply: null_space_vector_columns split v. Qed.

Lemma left_null_space_trivial : 1%:M = X *m M^T -> forall v : 'cV_m, v^T *m M = 0 <-> v = 0.
Proof. by move=> split v; rewrite left_null; apply: null_space_trivial split v. Qed.

End LeftNullSpaces.

(** The columns of diag z span the vectors that vanish where z does: span {e_i : z_i != 0}. *)
Lemma span_diag (F : fieldType) n (z v : 'cV[F]_n) :
  (exists t : 'cV_n, v = diag_mx z^T *m t) <-> (forall i, z i 0 = 0 -> v i 0 = 0).
Proof.
split=> [[t ->] i zi|v0]; first by rewrite mul_diag_mx !mxE zi mul0r.
exists (\col_i (v i 0 / z i 0)); apply/colP => i; rewrite mul_diag_mx !mxE.
by have [/eqP zi|zi] := boolP (z i 0 == 0); [rewrite zi mul0r v0 | rewrite mulrC divfK].
Qed.

(** * Rank and nullity: the trace of an idempotent is its rank, as it is C D with D C = 1 of that size. *)

Section Rank.
Variable F : fieldType.

Lemma idempotent_trace n (E : 'M[F]_n) : E *m E = E -> \tr E = (\rank E)%:R.
Proof.
move=> EE; have DC : row_base E *m col_base E = 1%:M.
  apply: (row_free_inj (row_base_free E)); apply: (row_full_inj (col_base_full E)).
  by rewrite /= mul1mx -mulmxA mulmx_base mulmxA mulmx_base EE.
by rewrite -[in LHS](mulmx_base E) mxtrace_mulC DC mxtrace1.
Qed.

Variables (m n : nat) (M : 'M[F]_(m, n)) (X : 'M[F]_(n, m)).

(** M X M = M: the rank as an element of the field, r = tr (M X). *)
Lemma rank_trace r : M *m X *m M = M -> \tr (M *m X) = r -> (\rank M)%:R = r.
Proof.
move=> MXM <-; rewrite idempotent_trace; last by rewrite !mulmxA MXM.
by congr _%:R; apply/eqP; rewrite eqn_leq mxrankM_maxl andbT -{1}MXM mxrankM_maxl.
Qed.

(** dim {v : M v = 0} = n - tr (M X). *)
Lemma nullity_trace d : M *m X *m M = M -> n%:R - \tr (M *m X) = d -> (\rank (kermx M^T))%:R = d.
Proof.
by move=> MXM <-; rewrite mxrank_ker mxrank_tr natrB ?rank_leq_col // (rank_trace MXM erefl).
Qed.

End Rank.

(** In characteristic zero an equation between numbers n%:R is one between the numbers. *)
Section CharacteristicZero.
Variable F : numFieldType.

Lemma nat_inj (r s : nat) : r%:R = s%:R :> F -> r = s.
Proof. by move/eqP; rewrite eqr_nat => /eqP. Qed.

Lemma nat_sub (r s k : nat) : r%:R = s%:R - k%:R :> F -> r = (s - k)%N.
Proof. by move/eqP; rewrite eq_sym subr_eq -natrD eqr_nat => /eqP->; rewrite addnK. Qed.

Lemma nat_neq0 (n : nat) : (0 < n)%N -> n%:R != 0 :> F.
Proof. by rewrite pnatr_eq0 lt0n. Qed.

End CharacteristicZero.

(** * The pseudo-inverse and the group inverse *)

Section Penrose.
Variables (R : comRingType) (m n : nat).
Implicit Types (M : 'M[R]_(m, n)) (P Q : 'M[R]_(n, m)).

(** Penrose's four equations. *)
Definition penrose M P := [/\ M *m P *m M = M, P *m M *m P = P, (M *m P)^T = M *m P & (P *m M)^T = P *m M].

Lemma penrose_unique M P Q : penrose M P -> penrose M Q -> P = Q.
Proof.
move=> [MPM PMP sMP sPM] [MQM QMQ sMQ sQM].
have eMPQ : M *m P = M *m Q.
  by rewrite -{1}MQM -mulmxA -sMQ -sMP -trmx_mul mulmxA MPM sMQ.
have ePQM : P *m M = Q *m M.
  by rewrite -{1}MQM 2!mulmxA -(mulmxA (P *m M)) -sPM -sQM -trmx_mul -mulmxA (mulmxA M) MPM sQM.
by rewrite -PMP ePQM -mulmxA eMPQ mulmxA QMQ.
Qed.

(** P is the pseudo-inverse of M: the one solution of the four equations. *)
Definition is_pseudo_inverse M P := penrose M P /\ forall Q, penrose M Q -> Q = P.

Lemma pseudo_inverse M P :
    M *m P *m M = M -> P *m M *m P = P -> (M *m P)^T = M *m P -> (P *m M)^T = P *m M ->
  is_pseudo_inverse M P.
Proof. by move=> *; have PP : penrose M P by []; split=> // Q PQ; apply: penrose_unique PQ PP. Qed.

End Penrose.

Section GroupInverse.
Variables (R : comRingType) (n : nat).
Implicit Types M P Q : 'M[R]_n.

Definition group_equations M P := [/\ M *m P *m M = M, P *m M *m P = P & M *m P = P *m M].
Definition is_group_inverse M P := group_equations M P /\ forall Q, group_equations M Q -> Q = P.

Lemma group_inverse M P : M *m P *m M = M -> P *m M *m P = P -> M *m P = P *m M -> is_group_inverse M P.
Proof.
move=> MPM PMP MP; split=> [//|Q [MQM QMQ MQ]].
have e : M *m P = M *m Q by rewrite [LHS]MP -{1}MQM -(mulmxA M) -MQ mulmxA -MP mulmxA MPM.
by rewrite -QMQ -mulmxA -e mulmxA -MQ -e MP PMP.
Qed.

End GroupInverse.

(** * Eigenpairs *)

Section Eigenpairs.
Variables (F : fieldType) (n : nat).

Definition eigenpair (M : 'M[F]_n) (v : 'cV_n) l := M *m v = l *: v /\ v != 0.

Lemma eigenpair_intro M v l : M *m v = l *: v -> v != 0 -> eigenpair M v l.
Proof. by []. Qed.

(** v != 0 by a covector. *)
Lemma eigenpair_covector M v l (c : 'cV_n) q : M *m v = l *: v -> (c^T *m v) 0 0 = q -> q != 0 -> eigenpair M v l.
Proof. by move=> Mv cv q0; split=> //; apply: covector_neq0 cv q0. Qed.

(** The value of an eigenpair is a root of the characteristic polynomial. *)
Lemma eigenpair_root M v l : eigenpair M v l -> root (char_poly M) l.
Proof.
case=> Mv v0; have -> : char_poly M = char_poly M^T.
  rewrite /char_poly -det_tr; congr (\det _); apply/matrixP => i j.
  by rewrite !mxE eq_sym.
rewrite -eigenvalue_root_char; apply/eigenvalueP; exists v^T.
  by rewrite -trmx_mul Mv linearZ.
by rewrite -trmx0 (inj_eq trmx_inj).
Qed.

End Eigenpairs.

(** * Determinants of a diagonal plus one product, over any commutative ring *)

Section Determinants.
Variable R : comRingType.

(** A product that leaves out one factor, over n + 1 indices. *)
Lemma prod_but_first n (d : 'I_n.+1 -> R) : \prod_(j | j != ord0) d j = \prod_j d (lift ord0 j).
Proof. by rewrite big_mkcond big_ord_recl /= mul1r; apply: eq_bigr => j _. Qed.

Lemma prod_but_next n (d : 'I_n.+1 -> R) i :
  \prod_(j | j != lift ord0 i) d j = d ord0 * \prod_(j | j != i) d (lift ord0 j).
Proof.
by rewrite big_mkcond big_ord_recl /= [in RHS]big_mkcond.
Qed.

Lemma prod_but_one n (d : 'I_n -> R) i : d i * \prod_(j | j != i) d j = \prod_j d j.
Proof. by rewrite [RHS](bigD1 i). Qed.

(** A determinant is linear in its first row. *)
Lemma det_first_row n (r s : 'rV[R]_(1 + n)) (T : 'M_(n, 1 + n)) a b :
  \det (col_mx (a *: r + b *: s) T) = a * \det (col_mx r T) + b * \det (col_mx s T).
Proof.
have none (x y : 'rV[R]_(1 + n)) : row' 0 x = row' 0 y by apply/matrixP => -[].
by apply: (determinant_multilinear (i0 := lshift n 0)); rewrite ?rowKu ?row'Ku ?row_id // (none _ (a *: r + b *: s)).
Qed.

Lemma first_component n (v : 'cV[R]_n.+1) : v = col_mx (v ord0 0)%:M (\col_i v (lift ord0 i) 0).
Proof.
apply/colP => i; rewrite !mxE; case: splitP => k /= ik; rewrite !mxE.
  by rewrite ord1 mulr1n; congr (v _ _); apply: val_inj; rewrite /= ik ord1.
by congr (v _ _); apply: val_inj.
Qed.

(** One step.  The first row is d0 e0 + u0 w: with e0 there the determinant is that of the smaller matrix; with w there
    the rows below become those of diag d. *)
Lemma det_diag_rank_one_step n (d0 u0 w0 : R) (d u w : 'cV_n) :
  \det (diag_mx (col_mx d0%:M d)^T + col_mx u0%:M u *m (col_mx w0%:M w)^T)
  = d0 * \det (diag_mx d^T + u *m w^T) + u0 * (w0 * \det (diag_mx d^T)).
Proof.
pose below : 'M_(n, 1 + n) := row_mx (w0 *: u) (diag_mx d^T + u *m w^T).
have -> : diag_mx (col_mx d0%:M d)^T + col_mx u0%:M u *m (col_mx w0%:M w)^T
    = col_mx (d0 *: row_mx 1%:M 0 + u0 *: row_mx w0%:M w^T) below.
  rewrite !tr_col_mx !tr_scalar_mx diag_mx_row mul_col_row add_block_mx block_mxEv; congr (col_mx _ _).
    rewrite !scale_row_mx add_row_mx scaler0 !add0r !mul_scalar_mx; congr (row_mx (_ + _) _).
    by apply/matrixP => i j; rewrite !mxE !ord1 mulr1n mulr1.
  by rewrite add0r mul_mx_scalar.
rewrite det_first_row -[col_mx (row_mx 1%:M 0) _]block_mxEv det_lblock det1 mul1r; congr (_ + _ * _).
rewrite -[col_mx _ _]block_mxEv.
have -> : block_mx w0%:M w^T (w0 *: u) (diag_mx d^T + u *m w^T)
    = block_mx 1%:M 0 u 1%:M *m block_mx w0%:M w^T 0 (diag_mx d^T).
  by rewrite mulmx_block !mul1mx !mul0mx !addr0 mul_mx_scalar addrC.
by rewrite det_mulmx det_lblock det_ublock !det1 !mul1r det_scalar1.
Qed.

(** The matrix determinant lemma without division. *)
Lemma det_diag_rank_one n (d u w : 'cV[R]_n) :
  \det (diag_mx d^T + u *m w^T) = \prod_i d i 0 + \sum_i u i 0 * w i 0 * \prod_(j | j != i) d j 0.
Proof.
elim: n => [|n IH] in d u w *; first by rewrite det_mx00 !big_ord0 addr0.
rewrite {1}[d]first_component {1}[u]first_component {1}[w]first_component det_diag_rank_one_step IH det_diag.
rewrite !big_ord_recl prod_but_first mulrDr -addrA; congr (_ + _).
  by congr (_ * _); apply: eq_bigr => i _; rewrite mxE.
rewrite addrC mulrA; congr (_ + _); first by congr (_ * _); apply: eq_bigr => i _; rewrite !mxE.
rewrite big_distrr; apply: eq_bigr => i _ /=; rewrite prod_but_next !mxE mulrCA; congr (_ * (_ * _)).
by apply: eq_bigr => j _; rewrite mxE.
Qed.

End Determinants.

(** * Characteristic polynomials *)

Section CharPoly.
Variable R : comRingType.
Local Notation "''X_' d" := ('X - d%:P) (at level 8, d at level 2, format "''X_' d").

(** det (z 1 - M) is the value at z. *)
Lemma det_char_poly n (M : 'M[R]_n) z : \det (z%:M - M) = (char_poly M).[z].
Proof.
rewrite -horner_evalE -det_map_mx; congr (\det _); apply/matrixP => i j.
by rewrite !mxE /= /horner_eval !hornerE hornerMn hornerX.
Qed.

(** A product of two matrices, in either order: both are the determinant of [X A; B 1], but for a factor X^n. *)
Lemma char_poly_mulC n (A B : 'M[R]_n) : char_poly (A *m B) = char_poly (B *m A).
Proof.
pose x : 'M[{poly R}]_n := 'X%:M; pose a := map_mx polyC A; pose b := map_mx polyC B.
have AB : char_poly (A *m B) = \det (block_mx x a b 1%:M).
  rewrite -[RHS]mulr1 -[X in _ * X](_ : \det (block_mx 1%:M 0 (- b) 1%:M) = 1); last by rewrite det_lblock !det1 mulr1.
  by rewrite -det_mulmx mulmx_block !(mulmx1, mul1mx, mulmx0, add0r) mulmxN subrr det_ublock det1 mulr1 /char_poly
             /char_poly_mx map_mxM.
have BA : char_poly (B *m A) * 'X^n = \det (block_mx x a b 1%:M) * 'X^n.
  transitivity (\det (block_mx 1%:M 0 (- b) x) * \det (block_mx x a b 1%:M)).
    rewrite -det_mulmx mulmx_block !(mul1mx, mulmx1, mul0mx, addr0) mul_scalar_mx mulNmx mul_mx_scalar addNr.
    rewrite det_ublock det_scalar mulrC; congr (_ * _).
    by rewrite mulNmx addrC /char_poly /char_poly_mx map_mxM.
  by rewrite det_lblock det1 mul1r det_scalar mulrC.
by rewrite AB; apply: (monic_rreg (monicXn _ n)); rewrite -BA.
Qed.

(** For identities: M = A B and M' = B A. *)
Lemma char_poly_swap n (A B M M' : 'M[R]_n) : M = A *m B -> M' = B *m A -> char_poly M = char_poly M'.
Proof. by move=> -> ->; apply: char_poly_mulC. Qed.

(** The derivative of a product of linear factors. *)
Lemma deriv_prod n (d : 'I_n -> R) :
  (\prod_i 'X_(d i))^`() = \sum_i \prod_(j | j != i) 'X_(d j).
Proof.
elim: n => [|n IH] in d *; first by rewrite !big_ord0 derivC.
rewrite !big_ord_recl derivM derivXsubC mul1r prod_but_first IH big_distrr /=; congr (_ + _).
by apply: eq_bigr => i _; rewrite prod_but_next.
Qed.

(** M = diag d - u v^T. *)
Lemma char_poly_diag_rank_one n (M : 'M[R]_n) (d u v : 'cV_n) :
    M = diag_mx d^T - u *m v^T ->
  char_poly M = \prod_i 'X_(d i 0) + \sum_i (u i 0 * v i 0) *: \prod_(j | j != i) 'X_(d j 0).
Proof.
move=> ->; pose D := \col_i 'X_(d i 0); pose U := map_mx polyC u; pose V := map_mx polyC v.
have -> : char_poly (diag_mx d^T - u *m v^T) = \det (diag_mx D^T + U *m V^T).
  congr (\det _); apply/matrixP => i j; rewrite /char_poly_mx map_mxB map_mxM map_diag_mx !mxE.
  by rewrite opprB addrCA addrC -mulrnBl; congr (_ + _); apply: eq_bigr => k _; rewrite !mxE.
rewrite det_diag_rank_one; congr (_ + _); first by apply: eq_bigr => i _; rewrite mxE.
apply: eq_bigr => i _; rewrite !mxE -polyCM mul_polyC; congr (_ *: _).
by apply: eq_bigr => j _; rewrite mxE.
Qed.

(** The secular theorem: where u_i v_i = c_i d_i and the weights c_i add up to 1, a factor X comes out. *)
Theorem secular n (M : 'M[R]_n) (d u v c : 'cV_n) :
    M = diag_mx d^T - u *m v^T -> (forall i, u i 0 * v i 0 = c i 0 * d i 0) -> \sum_i c i 0 = 1 ->
  char_poly M = 'X * \sum_i c i 0 *: \prod_(j | j != i) 'X_(d j 0).
Proof.
move=> Mduv uv_cd sum_c; rewrite (char_poly_diag_rank_one Mduv).
rewrite -[X in X + _]scale1r -sum_c scaler_suml -big_split big_distrr /=; apply: eq_bigr => i _.
rewrite uv_cd -(prod_but_one _ i) -scalerA -scalerDr -scalerAr; congr (_ *: _).
by rewrite -mul_polyC -mulrDl subrK.
Qed.

End CharPoly.

(** Equal weights 1/n: what comes out is the derivative of the product. *)
Theorem secular_mean (F : numFieldType) n (M : 'M[F]_n) (d u v : 'cV_n) :
    (0 < n)%N -> M = diag_mx d^T - u *m v^T -> (forall i, u i 0 * v i 0 = n%:R^-1 * d i 0) ->
  char_poly M = n%:R^-1 *: ('X * (\prod_i ('X - (d i 0)%:P))^`()).
Proof.
move=> n0 Mduv uv; have sum_c : \sum_i (const_mx n%:R^-1 : 'cV[F]_n) i 0 = 1.
  by under eq_bigr do rewrite mxE; rewrite sumr_const card_ord -[_^-1 *+ n]mulr_natr mulVf ?nat_neq0.
rewrite (secular Mduv _ sum_c) => [|i]; last by rewrite mxE uv.
rewrite deriv_prod scalerAr; congr (_ * _); rewrite scaler_sumr.
by apply: eq_bigr => i _; rewrite mxE.
Qed.

(** Weights d_i / s for s the sum of the d_i: d_i = X - (X - d_i) turns the sum into a derivative. *)
Lemma sum_weighted (R : comRingType) n (d : 'I_n -> R) (p := \prod_i ('X - (d i)%:P)) :
  \sum_i d i *: \prod_(j | j != i) ('X - (d j)%:P) = 'X * p^`() - p *+ n.
Proof.
rewrite deriv_prod big_distrr /= -[p *+ n](_ : \sum_(i < n) p = _); last by rewrite sumr_const card_ord.
rewrite -sumrB; apply: eq_bigr => i _; rewrite /p -(prod_but_one (fun j => 'X - (d j)%:P) i) -mulrBl opprB addrC subrK.
by rewrite mul_polyC.
Qed.

Theorem secular_own (F : fieldType) n (M : 'M[F]_n) (d u v : 'cV_n) s (p := \prod_i ('X - (d i 0)%:P)) :
    M = diag_mx d^T - u *m v^T -> (forall i, u i 0 * v i 0 = s^-1 * (d i 0 * d i 0)) -> \sum_i d i 0 = s -> s != 0 ->
  char_poly M = s^-1 *: ('X * ('X * p^`() - p *+ n)).
Proof.
move=> Mduv uv sum_d s0; have sum_c : \sum_i (s^-1 *: d) i 0 = 1.
  by under eq_bigr do rewrite mxE; rewrite -big_distrr /= sum_d mulVf.
rewrite (secular Mduv _ sum_c) => [|i]; last by rewrite mxE uv mulrA.
rewrite -sum_weighted scalerAr scaler_sumr; congr (_ * _).
by apply: eq_bigr => i _; rewrite mxE scalerA.
Qed.

(** u_i v_i = c d_i for one scalar c, without a condition on c. *)
Theorem char_poly_scaled (R : comRingType) n (M : 'M[R]_n) (d u v : 'cV_n) c (p := \prod_i ('X - (d i 0)%:P)) :
    M = diag_mx d^T - u *m v^T -> (forall i, u i 0 * v i 0 = c * d i 0) ->
  char_poly M = p + c *: ('X * p^`() - p *+ n).
Proof.
move=> Mduv uv; rewrite (char_poly_diag_rank_one Mduv) -(sum_weighted (fun i => d i 0)) scaler_sumr.
by congr (_ + _); apply: eq_bigr => i _; rewrite uv scalerA.
Qed.

(** The same as determinants at a scalar z, the derivative written out as a sum of products. *)
Section AtScalar.
Variables (F : numFieldType) (n : nat) (M : 'M[F]_n) (d u v : 'cV[F]_n) (z : F).
Hypothesis M_duv : M = diag_mx d^T - u *m v^T.

Lemma horner_products (c : 'I_n -> F) :
  (\sum_i c i *: \prod_(j | j != i) ('X - (d j 0)%:P)).[z] = \sum_i c i * \prod_(j | j != i) (z - d j 0).
Proof.
rewrite horner_sum; apply: eq_bigr => i _; rewrite hornerZ horner_prod; congr (_ * _).
by apply: eq_bigr => j _; rewrite hornerXsubC.
Qed.

Lemma det_secular (c : 'cV_n) :
    (forall i, u i 0 * v i 0 = c i 0 * d i 0) -> \sum_i c i 0 = 1 ->
  \det (z%:M - M) = z * \sum_i c i 0 * \prod_(j | j != i) (z - d j 0).
Proof. by move=> uv sum_c; rewrite det_char_poly (secular M_duv uv sum_c) hornerM hornerX horner_products. Qed.

Lemma det_secular_mean :
    (0 < n)%N -> (forall i, u i 0 * v i 0 = n%:R^-1 * d i 0) ->
  \det (z%:M - M) = n%:R^-1 * (z * \sum_i \prod_(j | j != i) (z - d j 0)).
Proof.
move=> n0 uv; rewrite det_char_poly (secular_mean n0 M_duv uv) hornerZ hornerM hornerX deriv_prod.
under eq_bigr do rewrite -[\prod_(_ | _) _]scale1r.
by rewrite horner_products; congr (_ * (_ * _)); apply: eq_bigr => i _; rewrite mul1r.
Qed.

Lemma det_diag_minus :
  \det (z%:M - M) = \prod_i (z - d i 0) + \sum_i u i 0 * v i 0 * \prod_(j | j != i) (z - d j 0).
Proof.
rewrite det_char_poly (char_poly_diag_rank_one M_duv) hornerD horner_products horner_prod; congr (_ + _).
by apply: eq_bigr => j _; rewrite hornerXsubC.
Qed.

End AtScalar.

(** * Images: a map with a preimage for every point, and no point outside. *)

Lemma image_by_preimage (S T : Type) (D : S -> Prop) (E : T -> Prop) (f : S -> T) (h : T -> S) :
    (forall a, D a -> E (f a)) -> (forall v, E v -> D (h v)) -> (forall v, E v -> f (h v) = v) ->
  forall v, E v <-> exists a, D a /\ f a = v.
Proof. by move=> fE hD fh v; split=> [Ev|[a [Da <-]]]; [exists (h v); split; [apply: hD | apply: fh] | apply: fE]. Qed.
