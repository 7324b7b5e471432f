(* Identities between scalars, vectors and matrices of symbolic size, re-checked by the kernel of Coq/Rocq.

   Idea.  A deep term (types sc, ve, ro, ma, co) is read in two ways:
   - sval, vval, rval, mval, cval give its meaning, an ordinary MathComp term over any numFieldType, for any size m.+1;
   - sn, vn, rn, mn, cn give its normal form, a polynomial, by computation on closed data.
   The theorems at the end say: if the normal form of a difference, rewritten by side relations that hold, is empty,
   then the two meanings are equal.  They are proved once, for all terms, sizes, fields and environments.  The converse
   is not needed: a failed computation proves nothing, it never proves something wrong.

   Normal form.  Entry (i, j) of a term is a sum of
      rational * scalar monomial * (monomial at i) * (monomial at j)    or with  delta_ij * (monomial at i)
   where a scalar monomial is a product of parameters and power sums  <u> = sum_n u(n)  of componentwise monomials u.
   The size itself is the power sum of the empty monomial: n = <1>.

   The generated files state each identity in readable MathComp; the tactics at the end of this file tie it by
   conversion to the meaning of two deep terms, so neither the generator nor the deep terms are trusted. *)

Set Warnings "-notation-overridden,-ambiguous-paths".
From Coq Require Import BinNums BinInt BinPos ZArith Lia.
From Coq Require QArith_base Qreduction.
From mathcomp Require Import all_ssreflect all_algebra.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory Num.Theory.

(* ---------------------------------------------------------------------------------------------------------------- *)
(* 1. Terms *)

Inductive sc : Type :=                                  (* scalars *)
| S0 | S1 | SNat of nat                                 (* 0, 1, k%:R *)
| SN                                                    (* the size, m.+1%:R *)
| SP of nat                                             (* k-th parameter of the environment *)
| SAdd of sc & sc | SSub of sc & sc | SOpp of sc | SMul of sc & sc
| SPow of sc & nat | SDivNat of sc & nat                (* p ^+ k, p / k%:R *)
| SDot of ve & ve | SEntry of ro & ve                   (* dot u v, (r *m v) 0 0 *)
| STr of ma | SSum of co                                (* trace, \sum_i c(i, i) *)
with ve : Type :=                                       (* columns *)
| V0 | V1 | VS of nat                                   (* 0, ones, k-th vector of the environment *)
| VAdd of ve & ve | VSub of ve & ve | VOpp of ve | VScale of sc & ve
| VHad of ve & ve | VPow of ve & nat                    (* componentwise *)
| VMul of ma & ve | VTr of ro | VCol of co              (* A *m v, r^T, \col_i c(i, i) *)
with ro : Type :=                                       (* rows *)
| R0 | RTr of ve
| RAdd of ro & ro | RSub of ro & ro | ROpp of ro | RScale of sc & ro
| RMul of ro & ma
with ma : Type :=                                       (* square matrices *)
| M0 | MId | MScal of sc | MDiag of ve | MOuter of ve & ro
| MAdd of ma & ma | MSub of ma & ma | MOpp of ma | MScale of sc & ma
| MMul of ma & ma | MPow of ma & nat | MTr of ma | MHad of ma & ma
| MMat of co                                            (* \matrix_(i, j) c(i, j) *)
with co : Type :=                                       (* components: scalars that depend on two indices i, j *)
| CS of sc | CI of ve | CJ of ve | CE of ma | CD        (* s, v i 0, v j 0, A i j, (i == j)%:R *)
| CAdd of co & co | CSub of co & co | COpp of co | CMul of co & co | CPow of co & nat
| CSumJ of co.                                          (* \sum_k c(i, k) *)

Scheme sc_rect' := Induction for sc Sort Prop with ve_rect' := Induction for ve Sort Prop
  with ro_rect' := Induction for ro Sort Prop with ma_rect' := Induction for ma Sort Prop
  with co_rect' := Induction for co Sort Prop.
Combined Scheme terms_ind from sc_rect', ve_rect', ro_rect', ma_rect', co_rect'.

(* Side relations.  RS lead l r: the scalar equation l = r, used as a rewrite rule for the monomial lead.
   RV lead u v: the same for vectors, component by component. *)
Inductive rel : Type := RS of sc & sc & sc | RV of ve & ve & ve.
Definition sRule l r := RS l l r.
Definition vRule u v := RV u u v.

(* ---------------------------------------------------------------------------------------------------------------- *)
(* 2. Sorted lists of weighted keys: polynomials (key = monomial, weight = coefficient) and monomials (key = symbol,
      weight = exponent).  One sort-and-merge serves both. *)

Definition lexi (c d : comparison) := match c with Eq => d | _ => c end.

Section Collect.
Variables (K W : Type) (cmp : K -> K -> comparison) (add : W -> W -> W) (is0 : W -> bool).

Fixpoint merge (l1 : seq (K * W)) : seq (K * W) -> seq (K * W) :=
  match l1 with
  | [::] => fun l2 => l2
  | (a, w) :: t1 =>
    fix aux l2 := match l2 with
    | [::] => l1
    | (b, x) :: t2 =>
      match cmp a b with
      | Lt => (a, w) :: merge t1 l2
      | Gt => (b, x) :: aux t2
      | Eq => let y := add w x in if is0 y then merge t1 t2 else (a, y) :: merge t1 t2
      end
    end
  end.

(* Merge sort from the bottom up, over a stack whose k-th place holds nothing or 2^k sorted elements. *)
Fixpoint push (l : seq (K * W)) (st : seq (option (seq (K * W)))) :=
  match st with
  | [::] => [:: Some l]
  | None :: st' => Some l :: st'
  | Some l' :: st' => None :: push (merge l' l) st'
  end.

Fixpoint flush (st : seq (option (seq (K * W)))) :=
  match st with
  | [::] => [::]
  | None :: st' => flush st'
  | Some l :: st' => merge l (flush st')
  end.

Fixpoint push_all (l : seq (K * W)) st :=
  match l with
  | [::] => st
  | x :: t => push_all t (if is0 x.2 then st else push [:: x] st)
  end.

Definition collect l := flush (push_all l [::]).


End Collect.

(* s / d for monomials (weights are then exponents): None when d does not divide s. *)
Section Divide.
Variables (K : Type) (cmp : K -> K -> comparison).

Fixpoint divide (s d : seq (K * nat)) : option (seq (K * nat)) :=
  match d, s with
  | [::], _ => Some s
  | _, [::] => None
  | (b, f) :: d', (a, e) :: s' =>
    match cmp a b with
    | Eq => if f == e then divide s' d'
            else if f < e then omap (cons (a, e - f)) (divide s' d') else None
    | Lt => omap (cons (a, e)) (divide s' d)
    | Gt => None
    end
  end.

Fixpoint compare_list (s t : seq (K * nat)) : comparison :=
  match s, t with
  | [::], [::] => Eq
  | [::], _ => Lt
  | _, [::] => Gt
  | (a, e) :: s', (b, f) :: t' => lexi (cmp a b) (lexi (Nat.compare e f) (compare_list s' t'))
  end.
End Divide.

(* ---------------------------------------------------------------------------------------------------------------- *)
(* 3. Monomials and polynomials *)

Definition vmon := seq (nat * nat).                     (* vector symbol, exponent *)
Inductive atom := APar of nat | ASum of vmon.           (* parameter; power sum *)
Definition smon := seq (atom * nat).                    (* scalar monomial *)
Inductive leg := Diag of vmon | Legs of vmon & vmon.    (* delta_ij u(i); u(i) w(j) *)
Definition vkey := (smon * vmon)%type.
Definition mkey := (smon * leg)%type.

Definition vcmp : vmon -> vmon -> comparison := compare_list Nat.compare.
Definition acmp a b := match a, b with
  | APar k, APar l => Nat.compare k l
  | APar _, ASum _ => Lt
  | ASum _, APar _ => Gt
  | ASum u, ASum w => vcmp u w
  end.
Definition scmp : smon -> smon -> comparison := compare_list acmp.
Definition lcmp a b := match a, b with
  | Diag u, Diag w => vcmp u w
  | Diag _, Legs _ _ => Lt
  | Legs _ _, Diag _ => Gt
  | Legs u w, Legs u' w' => lexi (vcmp u u') (vcmp w w')
  end.
Definition vkcmp (a b : vkey) := lexi (vcmp a.2 b.2) (scmp a.1 b.1).
Definition mkcmp (a b : mkey) := lexi (lcmp a.2 b.2) (scmp a.1 b.1).

Definition exp0 (e : nat) := e == 0.
Definition vmul : vmon -> vmon -> vmon := merge Nat.compare addn exp0.
Definition smul : smon -> smon -> smon := merge acmp addn exp0.
Definition ssum (s : smon) (u : vmon) : smon := smul s [:: (ASum u, 1)].       (* s * <u> *)

Local Notation Q := QArith_base.Q.
Definition qadd (a b : Q) : Q := Qreduction.Qred (QArith_base.Qplus a b).
Definition qmul (a b : Q) : Q := Qreduction.Qred (QArith_base.Qmult a b).
Definition qzero (a : Q) : bool := match QArith_base.Qnum a with Z0 => true | _ => false end.
Definition qint (z : Z) : Q := QArith_base.Qmake z 1.
Definition qnat (k : nat) : Q := qint (Z.of_nat k).
Definition qinvnat (k : nat) : Q :=                     (* 1/k; 0 when k = 0, as in MathComp *)
  match k with 0 => qint 0 | k'.+1 => QArith_base.Qmake 1 (Pos.of_succ_nat k') end.

Definition poly K := seq (K * Q).

Section Poly.
Variables (K1 K2 K3 : Type) (cmp : K3 -> K3 -> comparison).
Definition sorted_sum (p : poly K3) : poly K3 := collect cmp qadd qzero p.
Definition padd (p q : poly K3) : poly K3 := merge cmp qadd qzero p q.
Definition pscale (c : Q) (p : poly K3) : poly K3 := sorted_sum [seq (x.1, qmul c x.2) | x <- p].
Definition popp (p : poly K3) : poly K3 := pscale (qint (-1)) p.
Definition psub (p q : poly K3) : poly K3 := padd p (popp q).
Definition pmap (f : K1 -> K3) (p : poly K1) : poly K3 := sorted_sum [seq (f x.1, x.2) | x <- p].
Definition pmul (f : K1 -> K2 -> K3) (p : poly K1) (q : poly K2) : poly K3 :=
  sorted_sum (flatten [seq [seq (f x.1 y.1, qmul x.2 y.2) | y <- q] | x <- p]).
End Poly.

Definition ppow K (cmp : K -> K -> comparison) (f : K -> K -> K) (one : K) (p : poly K) (k : nat) : poly K :=
  iter k (pmul cmp f p) [:: (one, qint 1)].

(* Products and contractions of monomials. *)
Definition diagonal (l : leg) : vmon := match l with Diag u => u | Legs u w => vmul u w end.
Definition lift_s (s : smon) (a : vkey) : vkey := (smul s a.1, a.2).
Definition lift_m (s : smon) (a : mkey) : mkey := (smul s a.1, a.2).
Definition k_dot (a b : vkey) : smon := ssum (smul a.1 b.1) (vmul a.2 b.2).
Definition k_had (a b : vkey) : vkey := (smul a.1 b.1, vmul a.2 b.2).
Definition k_outer (a b : vkey) : mkey := (smul a.1 b.1, Legs a.2 b.2).
Definition k_trace (a : mkey) : smon := ssum a.1 (diagonal a.2).
Definition k_diagonal (a : mkey) : vkey := (a.1, diagonal a.2).
Definition k_tr (a : mkey) : mkey := (a.1, match a.2 with Diag u => Diag u | Legs u w => Legs w u end).
Definition k_apply (a : mkey) (b : vkey) : vkey :=                            (* matrix * column *)
  let s := smul a.1 b.1 in
  match a.2 with Diag u => (s, vmul u b.2) | Legs u w => (ssum s (vmul w b.2), u) end.
Definition k_apply_row (b : vkey) (a : mkey) : vkey := k_apply (k_tr a) b.     (* row * matrix *)
Definition k_mul (a b : mkey) : mkey :=
  let s := smul a.1 b.1 in
  match a.2, b.2 with
  | Diag u, Diag w => (s, Diag (vmul u w))
  | Diag d, Legs u w => (s, Legs (vmul d u) w)
  | Legs u w, Diag d => (s, Legs u (vmul w d))
  | Legs u w, Legs u' w' => (ssum s (vmul w u'), Legs u w')
  end.
Definition k_mhad (a b : mkey) : mkey :=
  (smul a.1 b.1,
   match a.2, b.2 with
   | Diag u, _ => Diag (vmul u (diagonal b.2))
   | Legs u w, Diag d => Diag (vmul (vmul u w) d)
   | Legs u w, Legs u' w' => Legs (vmul u u') (vmul w w')
   end).
Definition k_sumj (a : mkey) : mkey :=
  match a.2 with Diag u => (a.1, Legs u [::]) | Legs u w => (ssum a.1 w, Legs u [::]) end.

(* ---------------------------------------------------------------------------------------------------------------- *)
(* 4. Normal forms *)

Definition s1 : smon := [::].
Definition v1 : vkey := (s1, [::]).
Definition one_q := qint 1.

Fixpoint sn (t : sc) : poly smon :=
  match t with
  | S0 => [::]
  | S1 => [:: (s1, one_q)]
  | SNat k => sorted_sum scmp [:: (s1, qnat k)]
  | SN => [:: ([:: (ASum [::], 1)], one_q)]
  | SP k => [:: ([:: (APar k, 1)], one_q)]
  | SAdd p q => padd scmp (sn p) (sn q)
  | SSub p q => psub scmp (sn p) (sn q)
  | SOpp p => popp scmp (sn p)
  | SMul p q => pmul scmp smul (sn p) (sn q)
  | SPow p k => ppow scmp smul s1 (sn p) k
  | SDivNat p k => pscale scmp (qinvnat k) (sn p)
  | SDot u v => pmul scmp k_dot (vn u) (vn v)
  | SEntry r v => pmul scmp k_dot (rn r) (vn v)
  | STr A => pmap scmp k_trace (mn A)
  | SSum c => pmap scmp k_trace (cn c)
  end
with vn (t : ve) : poly vkey :=
  match t with
  | V0 => [::]
  | V1 => [:: (v1, one_q)]
  | VS k => [:: ((s1, [:: (k, 1)]), one_q)]
  | VAdd u v => padd vkcmp (vn u) (vn v)
  | VSub u v => psub vkcmp (vn u) (vn v)
  | VOpp u => popp vkcmp (vn u)
  | VScale s v => pmul vkcmp lift_s (sn s) (vn v)
  | VHad u v => pmul vkcmp k_had (vn u) (vn v)
  | VPow v k => ppow vkcmp k_had v1 (vn v) k
  | VMul A v => pmul vkcmp k_apply (mn A) (vn v)
  | VTr r => rn r
  | VCol c => pmap vkcmp k_diagonal (cn c)
  end
with rn (t : ro) : poly vkey :=
  match t with
  | R0 => [::]
  | RTr v => vn v
  | RAdd u v => padd vkcmp (rn u) (rn v)
  | RSub u v => psub vkcmp (rn u) (rn v)
  | ROpp u => popp vkcmp (rn u)
  | RScale s v => pmul vkcmp lift_s (sn s) (rn v)
  | RMul r A => pmul vkcmp k_apply_row (rn r) (mn A)
  end
with mn (t : ma) : poly mkey :=
  match t with
  | M0 => [::]
  | MId => [:: ((s1, Diag [::]), one_q)]
  | MScal s => pmap mkcmp (fun s => (s, Diag [::])) (sn s)
  | MDiag v => pmap mkcmp (fun a => (a.1, Diag a.2)) (vn v)
  | MOuter u r => pmul mkcmp k_outer (vn u) (rn r)
  | MAdd A B => padd mkcmp (mn A) (mn B)
  | MSub A B => psub mkcmp (mn A) (mn B)
  | MOpp A => popp mkcmp (mn A)
  | MScale s A => pmul mkcmp lift_m (sn s) (mn A)
  | MMul A B => pmul mkcmp k_mul (mn A) (mn B)
  | MPow A k => ppow mkcmp k_mul (s1, Diag [::]) (mn A) k
  | MTr A => pmap mkcmp k_tr (mn A)
  | MHad A B => pmul mkcmp k_mhad (mn A) (mn B)
  | MMat c => cn c
  end
with cn (t : co) : poly mkey :=
  match t with
  | CS s => pmap mkcmp (fun s => (s, Legs [::] [::])) (sn s)
  | CI v => pmap mkcmp (fun a => (a.1, Legs a.2 [::])) (vn v)
  | CJ v => pmap mkcmp (fun a => (a.1, Legs [::] a.2)) (vn v)
  | CE A => mn A
  | CD => [:: ((s1, Diag [::]), one_q)]
  | CAdd c d => padd mkcmp (cn c) (cn d)
  | CSub c d => psub mkcmp (cn c) (cn d)
  | COpp c => popp mkcmp (cn c)
  | CMul c d => pmul mkcmp k_mhad (cn c) (cn d)
  | CPow c k => ppow mkcmp k_mhad (s1, Legs [::] [::]) (cn c) k
  | CSumJ c => pmap mkcmp k_sumj (cn c)
  end.

(* ---------------------------------------------------------------------------------------------------------------- *)
(* 5. Rewriting by side relations *)

Definition srule := (smon * poly smon)%type.
Definition vrule := (vmon * poly vkey)%type.

(* The rule that solves p = 0 for the monomial lead:  lead -> lead - p/c.  It holds whatever c is; with c the
   coefficient of lead in p (which need not be trusted) the monomial lead is gone from the right-hand side. *)
Definition coefficient K (cmp : K -> K -> comparison) (k : K) (p : poly K) : Q :=
  foldr (fun x c => if cmp x.1 k is Eq then x.2 else c) one_q p.
Definition solve K (cmp : K -> K -> comparison) (k : K) (p : poly K) : poly K :=
  psub cmp [:: (k, one_q)] (pscale cmp (QArith_base.Qinv (coefficient cmp k p)) p).

Fixpoint srules (rs : seq rel) : seq srule :=
  match rs with
  | [::] => [::]
  | RS lead l r :: rs' =>
    if sn lead is [:: (k, _)] then (k, solve scmp k (psub scmp (sn l) (sn r))) :: srules rs' else srules rs'
  | _ :: rs' => srules rs'
  end.
Fixpoint vrules (rs : seq rel) : seq vrule :=
  match rs with
  | [::] => [::]
  | RV lead u v :: rs' =>
    if vn lead is [:: (([::], k), _)] then (k, solve vkcmp ([::], k) (psub vkcmp (vn u) (vn v))) :: vrules rs'
    else vrules rs'
  | _ :: rs' => vrules rs'
  end.

Section Steps.
Variables (S : seq srule) (V : seq vrule).

(* Each function gives the first rewriting that applies, if any. *)
Fixpoint v_step (V : seq vrule) (u : vmon) : option (poly vkey) :=
  match V with
  | [::] => None
  | (k, p) :: V' =>
    if divide Nat.compare u k is Some rest then Some [seq ((x.1.1, vmul x.1.2 rest), x.2) | x <- p]
    else v_step V' u
  end.

Fixpoint rule_step (S : seq srule) (s : smon) : option (poly smon) :=
  match S with
  | [::] => None
  | (k, p) :: S' =>
    if divide acmp s k is Some rest then Some [seq (smul x.1 rest, x.2) | x <- p] else rule_step S' s
  end.

Fixpoint sum_step (s : smon) : option (poly smon) :=        (* a vector rule inside a power sum *)
  match s with
  | [::] => None
  | (ASum u, e.+1) :: t =>
    if v_step V u is Some p then
      Some [seq (smul (ssum x.1.1 x.1.2) (if e is 0 then t else (ASum u, e) :: t), x.2) | x <- p]
    else omap (fun p => [seq (smul [:: (ASum u, e.+1)] x.1, x.2) | x <- p]) (sum_step t)
  | (a, e) :: t => omap (fun p => [seq (smul [:: (a, e)] x.1, x.2) | x <- p]) (sum_step t)
  end.

Definition s_step (s : smon) : option (poly smon) :=
  if rule_step S s is Some p then Some p else sum_step s.

Definition vk_step (a : vkey) : option (poly vkey) :=
  if s_step a.1 is Some p then Some [seq ((x.1, a.2), x.2) | x <- p]
  else if v_step V a.2 is Some p then Some [seq (lift_s a.1 x.1, x.2) | x <- p] else None.

Definition leg_step (l : leg) : option (poly mkey) :=
  match l with
  | Diag u => omap (fun p => [seq ((x.1.1, Diag x.1.2), x.2) | x <- p]) (v_step V u)
  | Legs u w =>
    if v_step V u is Some p then Some [seq ((x.1.1, Legs x.1.2 w), x.2) | x <- p]
    else omap (fun p => [seq ((x.1.1, Legs u x.1.2), x.2) | x <- p]) (v_step V w)
  end.

Definition mk_step (a : mkey) : option (poly mkey) :=
  if s_step a.1 is Some p then Some [seq ((x.1, a.2), x.2) | x <- p]
  else if leg_step a.2 is Some p then Some [seq (lift_m a.1 x.1, x.2) | x <- p] else None.
End Steps.

Section Reduce.
Variables (K : Type) (cmp : K -> K -> comparison) (step : K -> option (poly K)).

(* One pass: rewrite every monomial once, and say whether anything was rewritten. *)
Fixpoint pass (p : poly K) : bool * poly K :=
  match p with
  | [::] => (false, [::])
  | (k, c) :: t =>
    let: (b, t') := pass t in
    if step k is Some q then (true, [seq (x.1, qmul c x.2) | x <- q] ++ t') else (b, (k, c) :: t')
  end.

Fixpoint reduce (fuel : nat) (p : poly K) : poly K :=
  match fuel with
  | 0 => p
  | fuel'.+1 => let: (b, p') := pass p in if b then reduce fuel' (sorted_sum cmp p') else p
  end.
End Reduce.

Definition fuel := 400.
Definition s_check (rs : seq rel) (t u : sc) : bool :=
  nilp (reduce scmp (s_step (srules rs) (vrules rs)) fuel (psub scmp (sn t) (sn u))).
Definition v_check (rs : seq rel) (t u : ve) : bool :=
  nilp (reduce vkcmp (vk_step (srules rs) (vrules rs)) fuel (psub vkcmp (vn t) (vn u))).
Definition r_check (rs : seq rel) (t u : ro) : bool :=
  nilp (reduce vkcmp (vk_step (srules rs) (vrules rs)) fuel (psub vkcmp (rn t) (rn u))).
Definition m_check (rs : seq rel) (t u : ma) : bool :=
  nilp (reduce mkcmp (mk_step (srules rs) (vrules rs)) fuel (psub mkcmp (mn t) (mn u))).
Definition c_check (rs : seq rel) (t u : co) : bool :=
  nilp (reduce mkcmp (mk_step (srules rs) (vrules rs)) fuel (psub mkcmp (cn t) (cn u))).

(* ---------------------------------------------------------------------------------------------------------------- *)
(* 6. Meaning: ordinary MathComp terms *)

Local Open Scope ring_scope.

(* Readable operations that MathComp does not name. *)
Section Operations.
Variables (F : numFieldType).
Definition ones {n} : 'cV[F]_n := const_mx 1.
Definition dot {n} (u v : 'cV[F]_n) : F := \sum_i u i 0 * v i 0.
Definition hadamard {p q} (A B : 'M[F]_(p, q)) : 'M[F]_(p, q) := \matrix_(i, j) (A i j * B i j).
Definition vpow {n} (v : 'cV[F]_n) (k : nat) : 'cV[F]_n := \col_i v i 0 ^+ k.
Definition vinv {n} (v : 'cV[F]_n) : 'cV[F]_n := \col_i (v i 0)^-1.
Definition diag {n} (v : 'cV[F]_n) : 'M[F]_n := diag_mx v^T.
End Operations.
Arguments ones {F n}.

Record env (F : numFieldType) (m : nat) := Env { pars : seq F; vecs : seq 'cV[F]_m.+1 }.


Fixpoint sval (F : numFieldType) m (e : env F m) (t : sc) {struct t} : F :=
  match t with
  | S0 => 0
  | S1 => 1
  | SNat k => k%:R
  | SN => m.+1%:R
  | SP k => nth 0 (pars e) k
  | SAdd p q => sval e p + sval e q
  | SSub p q => sval e p - sval e q
  | SOpp p => - sval e p
  | SMul p q => sval e p * sval e q
  | SPow p k => sval e p ^+ k
  | SDivNat p k => sval e p / k%:R
  | SDot u v => dot (vval e u) (vval e v)
  | SEntry r v => (rval e r *m vval e v) 0 0
  | STr A => \tr (mval e A)
  | SSum c => \sum_i cval e c i i
  end
with vval (F : numFieldType) m (e : env F m) (t : ve) {struct t} : 'cV[F]_m.+1 :=
  match t with
  | V0 => 0
  | V1 => ones
  | VS k => nth 0 (vecs e) k
  | VAdd u v => vval e u + vval e v
  | VSub u v => vval e u - vval e v
  | VOpp v => - vval e v
  | VScale s v => sval e s *: vval e v
  | VHad u v => hadamard (vval e u) (vval e v)
  | VPow v k => vpow (vval e v) k
  | VMul A v => mval e A *m vval e v
  | VTr r => (rval e r)^T
  | VCol c => \col_i cval e c i i
  end
with rval (F : numFieldType) m (e : env F m) (t : ro) {struct t} : 'rV[F]_m.+1 :=
  match t with
  | R0 => 0
  | RTr v => (vval e v)^T
  | RAdd u v => rval e u + rval e v
  | RSub u v => rval e u - rval e v
  | ROpp u => - rval e u
  | RScale s u => sval e s *: rval e u
  | RMul r A => rval e r *m mval e A
  end
with mval (F : numFieldType) m (e : env F m) (t : ma) {struct t} : 'M[F]_m.+1 :=
  match t with
  | M0 => 0
  | MId => 1%:M
  | MScal s => (sval e s)%:M
  | MDiag v => diag (vval e v)
  | MOuter u r => vval e u *m rval e r
  | MAdd A B => mval e A + mval e B
  | MSub A B => mval e A - mval e B
  | MOpp A => - mval e A
  | MScale s A => sval e s *: mval e A
  | MMul A B => mval e A *m mval e B
  | MPow A k => mval e A ^+ k
  | MTr A => (mval e A)^T
  | MHad A B => hadamard (mval e A) (mval e B)
  | MMat c => \matrix_(i, j) cval e c i j
  end
with cval (F : numFieldType) m (e : env F m) (t : co) {struct t} : 'I_m.+1 -> 'I_m.+1 -> F :=
  match t with
  | CS s => fun _ _ => sval e s
  | CI v => fun i _ => vval e v i 0
  | CJ v => fun _ j => vval e v j 0
  | CE A => fun i j => mval e A i j
  | CD => fun i j => (i == j)%:R
  | CAdd c d => fun i j => cval e c i j + cval e d i j
  | CSub c d => fun i j => cval e c i j - cval e d i j
  | COpp c => fun i j => - cval e c i j
  | CMul c d => fun i j => cval e c i j * cval e d i j
  | CPow c k => fun i j => cval e c i j ^+ k
  | CSumJ c => fun i _ => \sum_k cval e c i k
  end.

(* The premise of every theorem: the side relations hold. *)
Fixpoint rels_hold (F : numFieldType) m (e : env F m) (rs : seq rel) : Prop :=
  match rs with
  | [::] => True
  | RS _ l r :: rs' => sval e l = sval e r /\ rels_hold e rs'
  | RV _ u v :: rs' => vval e u = vval e v /\ rels_hold e rs'
  end.

(* ---------------------------------------------------------------------------------------------------------------- *)
(* 7. Soundness of the lists *)

Section CollectValue.
Variables (R : Type) (idx : R) (op : Monoid.com_law idx).
Variables (K W : Type) (cmp : K -> K -> comparison) (add : W -> W -> W) (is0 : W -> bool) (f : K -> W -> R).
Hypothesis cmpP : forall a b, cmp a b = Eq -> a = b.
Hypothesis fD : forall a w x, f a (add w x) = op (f a w) (f a x).
Hypothesis f0 : forall a w, is0 w -> f a w = idx.
Let val l := \big[op/idx]_(x <- l) f x.1 x.2.

Lemma merge_val l1 l2 : val (merge cmp add is0 l1 l2) = op (val l1) (val l2).
Proof.
rewrite /val; elim: l1 l2 => [|[a w] t1 IH1] l2; first by rewrite big_nil Monoid.mul1m.
elim: l2 => [|[b x] t2 IH2]; first by rewrite big_nil Monoid.mulm1.
rewrite /=; case E: (cmp a b).
- rewrite -(cmpP E) !big_cons /= Monoid.mulmACA -fD.
  case Z: (is0 _); last by rewrite big_cons IH1.
  by rewrite (f0 _ Z) Monoid.mul1m IH1.
- by rewrite !big_cons IH1 big_cons -Monoid.mulmA.
- by rewrite big_cons IH2 big_cons [in RHS]big_cons [in RHS]Monoid.mulmCA.
Qed.

Let stack_val (st : seq (option (seq (K * W)))) := \big[op/idx]_(o <- st) (if o is Some l then val l else idx).

Lemma push_val l st : stack_val (push cmp add is0 l st) = op (val l) (stack_val st).
Proof.
rewrite /stack_val; elim: st l => [|[l'|] st IH] l /=; rewrite !big_cons ?big_nil //.
- by rewrite IH Monoid.mul1m merge_val -Monoid.mulmA Monoid.mulmCA.
- by rewrite Monoid.mul1m.
Qed.

Lemma flush_val st : val (flush cmp add is0 st) = stack_val st.
Proof.
rewrite /stack_val; elim: st => [|[l|] st IH] /=; rewrite ?big_nil ?big_cons ?Monoid.mul1m //.
- by rewrite /val big_nil.
- by rewrite merge_val IH.
Qed.

Lemma collect_val l : val (collect cmp add is0 l) = val l.
Proof.
rewrite /collect flush_val.
have H st : stack_val (push_all cmp add is0 l st) = op (val l) (stack_val st).
  elim: l st => [|x l IH] st /=; first by rewrite /val big_nil Monoid.mul1m.
  rewrite IH /val big_cons; case: ifP => [Z|_]; first by rewrite (f0 _ Z) Monoid.mul1m.
  by rewrite push_val /val big_cons big_nil Monoid.mulm1 -Monoid.mulmA Monoid.mulmCA.
by rewrite H /stack_val big_nil Monoid.mulm1.
Qed.
End CollectValue.

(* Keys that compare equal are equal. *)
Lemma lexiP c d : lexi c d = Eq -> c = Eq /\ d = Eq.
Proof. by case: c. Qed.

Lemma compare_listP K (cmp : K -> K -> comparison) : (forall a b, cmp a b = Eq -> a = b) ->
  forall s t, compare_list cmp s t = Eq -> s = t.
Proof.
move=> cmpP; elim=> [|[a e] s IH] [|[b f] t] //= /lexiP [/cmpP -> /lexiP [H /IH ->]].
by rewrite (PeanoNat.Nat.compare_eq _ _ H).
Qed.

Lemma ncmpP a b : Nat.compare a b = Eq -> a = b.
Proof. exact: PeanoNat.Nat.compare_eq. Qed.
Lemma vcmpP a b : vcmp a b = Eq -> a = b.
Proof. exact: compare_listP ncmpP _ _. Qed.
Lemma acmpP a b : acmp a b = Eq -> a = b.
Proof. by case: a => a; case: b => b //=; [move/ncmpP ->|move/vcmpP ->]. Qed.
Lemma scmpP a b : scmp a b = Eq -> a = b.
Proof. exact: compare_listP acmpP _ _. Qed.
Lemma lcmpP a b : lcmp a b = Eq -> a = b.
Proof.
by case: a => [u|u w]; case: b => [u'|u' w'] //=; [move/vcmpP ->|case/lexiP => /vcmpP -> /vcmpP ->].
Qed.
Lemma vkcmpP a b : vkcmp a b = Eq -> a = b.
Proof. by case: a => s u; case: b => s' u' /lexiP [/vcmpP /= -> /scmpP /= ->]. Qed.
Lemma mkcmpP a b : mkcmp a b = Eq -> a = b.
Proof. by case: a => s u; case: b => s' u' /lexiP [/lcmpP /= -> /scmpP /= ->]. Qed.

Lemma divide_val (R : comRingType) K (cmp : K -> K -> comparison) (f : K -> R) :
  (forall a b, cmp a b = Eq -> a = b) ->
  forall s d r, divide cmp s d = Some r ->
  \prod_(x <- s) f x.1 ^+ x.2 = \prod_(x <- r) f x.1 ^+ x.2 * \prod_(x <- d) f x.1 ^+ x.2.
Proof.
move=> cmpP; elim=> [|[a k] s IH] [|[b l] d] r //=; only 1-2: by case=> <-; rewrite ?big_nil ?mulr1.
case E: (cmp a b) => //.
- rewrite -(cmpP _ _ E); case: eqP => [->|_].
    by move/IH => H; rewrite !big_cons /= H mulrCA.
  case: ifP => // lt; case D: (divide _ _ _) => [q|] //= [<-]; rewrite !big_cons /= (IH _ _ D).
  by rewrite -(subnK (ltnW lt)) exprD addnK mulrACA.
- by case D: (divide _ _ _) => [q|] //= [<-]; rewrite !big_cons /= (IH _ _ D) big_cons mulrA.
Qed.

(* ---------------------------------------------------------------------------------------------------------------- *)
(* 8. Soundness of the coefficients *)

Section Coefficients.
Variable F : numFieldType.

Local Delimit Scope Z_scope with coqZ.
Definition zv (z : Z) : F := (Z.to_nat z)%:R - (Z.to_nat (- z)%coqZ)%:R.
Definition qv (q : Q) : F := zv (QArith_base.Qnum q) / zv (Zpos (QArith_base.Qden q)).

Lemma zv_diff (a b : nat) : zv (Z.of_nat a - Z.of_nat b)%coqZ = a%:R - b%:R.
Proof.
rewrite /zv; have [ab|/ltnW ba] := leqP a b.
- have -> : Z.to_nat (Z.of_nat a - Z.of_nat b)%coqZ = 0%N by move/leP: ab; lia.
  have -> : Z.to_nat (- (Z.of_nat a - Z.of_nat b))%coqZ = (b - a)%N by move/leP: ab; rewrite -minusE; lia.
  by rewrite natrB // sub0r opprB.
- have -> : Z.to_nat (Z.of_nat a - Z.of_nat b)%coqZ = (a - b)%N by move/leP: ba; rewrite -minusE; lia.
  have -> : Z.to_nat (- (Z.of_nat a - Z.of_nat b))%coqZ = 0%N by move/leP: ba; lia.
  by rewrite natrB // subr0.
Qed.

Lemma z_diff (z : Z) : exists a b : nat, z = (Z.of_nat a - Z.of_nat b)%coqZ.
Proof. by exists (Z.to_nat z), (Z.to_nat (- z)%coqZ); lia. Qed.

Lemma zv_add x y : zv (x + y)%coqZ = zv x + zv y.
Proof.
have [[a [b ->]] [c [d ->]]] := (z_diff x, z_diff y).
have -> : (Z.of_nat a - Z.of_nat b + (Z.of_nat c - Z.of_nat d) = Z.of_nat (a + c) - Z.of_nat (b + d))%coqZ.
  by rewrite -plusE; lia.
by rewrite !zv_diff !natrD opprD addrACA.
Qed.

Lemma zv_mul x y : zv (x * y)%coqZ = zv x * zv y.
Proof.
have [[a [b ->]] [c [d ->]]] := (z_diff x, z_diff y).
have -> : ((Z.of_nat a - Z.of_nat b) * (Z.of_nat c - Z.of_nat d)
           = Z.of_nat (a * c + b * d) - Z.of_nat (a * d + b * c))%coqZ.
  by rewrite -plusE -multE; nia.
by rewrite !zv_diff !natrD !natrM mulrBl !mulrBr opprB opprD addrACA.
Qed.

Lemma zv_pos p : zv (Zpos p) != 0.
Proof. by rewrite /zv /= subr0 pnatr_eq0 -lt0n; apply/ltP; lia. Qed.

Lemma qv_eq a b : QArith_base.Qeq a b -> qv a = qv b.
Proof.
rewrite /qv /QArith_base.Qeq => H; apply/eqP; rewrite eqr_div ?zv_pos //.
by rewrite -!zv_mul H.
Qed.

Lemma qv_add a b : qv (qadd a b) = qv a + qv b.
Proof.
rewrite (qv_eq (Qreduction.Qred_correct _)) /qv /= addf_div ?zv_pos // -!zv_mul -zv_add.
by rewrite Pos2Z.inj_mul.
Qed.

Lemma qv_mul a b : qv (qmul a b) = qv a * qv b.
Proof.
by rewrite (qv_eq (Qreduction.Qred_correct _)) /qv /= Pos2Z.inj_mul !zv_mul invfM mulrACA.
Qed.

Lemma qv_zero a : qzero a -> qv a = 0.
Proof. by rewrite /qzero /qv; case: (QArith_base.Qnum a) => // _; rewrite /zv /= subrr mul0r. Qed.

Lemma qv_nat k : qv (qnat k) = k%:R.
Proof.
rewrite /qv /= -[X in zv X](Z.sub_0_r) (zv_diff k 0) subr0.
by rewrite (_ : zv 1 = 1) ?divr1 // /zv /= subr0.
Qed.

Lemma qv_one : qv one_q = 1.
Proof. exact: (qv_nat 1). Qed.

Lemma qv_neg : qv (qint (-1)) = -1.
Proof. by rewrite /qv /zv /= subr0 sub0r divr1. Qed.

Lemma qv_invnat k : qv (qinvnat k) = k%:R^-1.
Proof.
case: k => [|k]; first by rewrite qv_zero // invr0.
rewrite /qv /= (_ : zv 1 = 1) ?mul1r; last by rewrite /zv /= subr0.
by rewrite /zv /= subr0 SuccNat2Pos.id_succ.
Qed.
End Coefficients.

(* ---------------------------------------------------------------------------------------------------------------- *)
(* 9. Soundness of the polynomials, for any reading kv of the keys *)

Section PolyValue.
Variable F : numFieldType.
Definition pval K (kv : K -> F) (p : poly K) : F := \sum_(x <- p) qv F x.2 * kv x.1.

Lemma pval_nil K (kv : K -> F) : pval kv [::] = 0.
Proof. exact: big_nil. Qed.

Lemma pval_one K (kv : K -> F) k : pval kv [:: (k, one_q)] = kv k.
Proof. by rewrite /pval big_seq1 qv_one mul1r. Qed.

Lemma pval_cat K (kv : K -> F) p q : pval kv (p ++ q) = pval kv p + pval kv q.
Proof. exact: big_cat. Qed.

Lemma pval_cons K (kv : K -> F) k c p : pval kv ((k, c) :: p) = qv F c * kv k + pval kv p.
Proof. exact: big_cons. Qed.

(* Rewriting the keys of a polynomial by a function that multiplies their values by a constant. *)
Lemma pval_keys K1 K2 (k1 : K1 -> F) (k2 : K2 -> F) (f : K1 -> K2) (c : F) p :
  (forall a, k2 (f a) = c * k1 a) -> pval k2 [seq (f x.1, x.2) | x <- p] = c * pval k1 p.
Proof.
by move=> H; rewrite /pval big_map mulr_sumr; apply: eq_bigr => x _; rewrite H mulrCA.
Qed.

Section Keys.
Variables (K : Type) (cmp : K -> K -> comparison) (kv : K -> F).
Hypothesis cmpP : forall a b, cmp a b = Eq -> a = b.

Let kD a w x : qv F (qadd w x) * kv a = qv F w * kv a + qv F x * kv a.
Proof. by rewrite qv_add mulrDl. Qed.
Let k0 a w : qzero w -> qv F w * kv a = 0.
Proof. by move=> Z; rewrite qv_zero // mul0r. Qed.

Lemma sorted_sumE p : pval kv (sorted_sum cmp p) = pval kv p.
Proof. exact: (collect_val (f := fun a w => qv F w * kv a) cmpP kD k0). Qed.

Lemma paddE p q : pval kv (padd cmp p q) = pval kv p + pval kv q.
Proof. exact: (merge_val (f := fun a w => qv F w * kv a) cmpP kD k0). Qed.

Lemma pval_scale c p : pval kv [seq (x.1, qmul c x.2) | x <- p] = qv F c * pval kv p.
Proof. by rewrite /pval big_map mulr_sumr; apply: eq_bigr => x _; rewrite qv_mul mulrA. Qed.

Lemma pscaleE c p : pval kv (pscale cmp c p) = qv F c * pval kv p.
Proof. by rewrite sorted_sumE pval_scale. Qed.

Lemma poppE p : pval kv (popp cmp p) = - pval kv p.
Proof. by rewrite pscaleE qv_neg mulN1r. Qed.

Lemma psubE p q : pval kv (psub cmp p q) = pval kv p - pval kv q.
Proof. by rewrite paddE poppE. Qed.

(* A linear map, possibly with a sum over an index. *)
Lemma pmapE_sum (T : finType) K1 (k1 : T -> K1 -> F) (f : K1 -> K) p :
  (forall a, \sum_t k1 t a = kv (f a)) -> pval kv (pmap cmp f p) = \sum_t pval (k1 t) p.
Proof.
move=> H; rewrite sorted_sumE /pval big_map exchange_big /=.
by apply: eq_bigr => x _; rewrite -H mulr_sumr.
Qed.

Lemma pmapE K1 (k1 : K1 -> F) (f : K1 -> K) p : (forall a, k1 a = kv (f a)) -> pval kv (pmap cmp f p) = pval k1 p.
Proof. by move=> H; rewrite sorted_sumE /pval big_map; apply: eq_bigr => x _; rewrite H. Qed.

(* A product, possibly with a sum over a common index. *)
Lemma pmulE_sum (T : finType) K1 K2 (k1 : T -> K1 -> F) (k2 : T -> K2 -> F) (f : K1 -> K2 -> K) p q :
  (forall a b, \sum_t k1 t a * k2 t b = kv (f a b)) ->
  pval kv (pmul cmp f p q) = \sum_t pval (k1 t) p * pval (k2 t) q.
Proof.
move=> H; rewrite sorted_sumE /pval big_flatten big_map /=.
under [in RHS]eq_bigr do rewrite mulr_suml.
rewrite [in RHS]exchange_big /=; apply: eq_bigr => x _; rewrite big_map.
under [in RHS]eq_bigr do rewrite mulr_sumr.
rewrite [in RHS]exchange_big /=; apply: eq_bigr => y _.
by rewrite -H mulr_sumr; apply: eq_bigr => t _; rewrite qv_mul mulrACA.
Qed.

Lemma pmulE K1 K2 (k1 : K1 -> F) (k2 : K2 -> F) (f : K1 -> K2 -> K) p q :
  (forall a b, k1 a * k2 b = kv (f a b)) -> pval kv (pmul cmp f p q) = pval k1 p * pval k2 q.
Proof.
move=> H; rewrite (@pmulE_sum [finType of 'I_1] _ _ (fun _ => k1) (fun _ => k2)) ?big_ord1 // => a b.
by rewrite big_ord1.
Qed.

Lemma ppowE (f : K -> K -> K) one p k :
  (forall a b, kv a * kv b = kv (f a b)) -> kv one = 1 -> pval kv (ppow cmp f one p k) = pval kv p ^+ k.
Proof.
move=> H H1; rewrite /ppow; elim: k => [|k IH] /=; first by rewrite pval_one H1.
by rewrite (pmulE _ _ H) IH exprS.
Qed.

(* Rules: lead = right-hand side follows from p = 0, for every coefficient. *)
Lemma solveE k p : pval kv p = 0 -> kv k = pval kv (solve cmp k p).
Proof. by move=> H; rewrite psubE pscaleE H mulr0 subr0 pval_one. Qed.

Variable step : K -> option (poly K).
Hypothesis stepP : forall a p, step a = Some p -> kv a = pval kv p.

Lemma passE p : pval kv (pass step p).2 = pval kv p.
Proof.
elim: p => [|[k c] p IH] //=; case: (pass step p) IH => b p' /= IH.
case E: (step k) => [q|] /=; last by rewrite !pval_cons IH.
by rewrite pval_cat pval_scale pval_cons IH (stepP E).
Qed.

Lemma reduceE fuel p : pval kv (reduce cmp step fuel p) = pval kv p.
Proof.
elim: fuel p => [|fuel IH] p //=.
by case E: (pass step p) => [[] p'] //; rewrite IH sorted_sumE -(passE p) E.
Qed.

Lemma checkE fuel p q : nilp (reduce cmp step fuel (psub cmp p q)) -> pval kv p = pval kv q.
Proof.
move/nilP => H; apply/eqP; rewrite -subr_eq0 -psubE -(reduceE fuel) H.
by rewrite pval_nil.
Qed.
End Keys.
End PolyValue.

(* ---------------------------------------------------------------------------------------------------------------- *)
(* 10. Soundness of the monomials *)

Section Sound.
Variables (F : numFieldType) (m : nat).
Notation n := m.+1.
Variable e : env F m.
Implicit Types (i j k : 'I_n).

Definition vv i (u : vmon) : F := \prod_(x <- u) (nth 0 (vecs e) x.1 : 'cV[F]_n) i 0 ^+ x.2.
Definition av (a : atom) : F := match a with APar k => nth 0 (pars e) k | ASum u => \sum_i vv i u end.
Definition sv (s : smon) : F := \prod_(x <- s) av x.1 ^+ x.2.
Definition lv i j (l : leg) : F := match l with Diag u => (i == j)%:R * vv i u | Legs u w => vv i u * vv j w end.
Definition kv i (a : vkey) : F := sv a.1 * vv i a.2.
Definition mv i j (a : mkey) : F := sv a.1 * lv i j a.2.

Let expD K (f : K -> F) a p q : f a ^+ (p + q) = f a ^+ p * f a ^+ q.
Proof. exact: exprD. Qed.
Let exp_0 K (f : K -> F) a p : exp0 p -> f a ^+ p = 1.
Proof. by move/eqP ->; rewrite expr0. Qed.

Lemma vmulE i u w : vv i (vmul u w) = vv i u * vv i w.
Proof.
exact: (merge_val (f := fun a p => (nth 0 (vecs e) a : 'cV[F]_n) i 0 ^+ p) ncmpP (expD _) (exp_0 _)).
Qed.

Lemma smulE s t : sv (smul s t) = sv s * sv t.
Proof. exact: (merge_val (f := fun a p => av a ^+ p) acmpP (expD _) (exp_0 _)). Qed.

Lemma vv_nil i : vv i [::] = 1.
Proof. exact: big_nil. Qed.

Lemma sv_nil : sv [::] = 1.
Proof. exact: big_nil. Qed.

Lemma sv_one a : sv [:: (a, 1%N)] = av a.
Proof. by rewrite /sv big_seq1 expr1. Qed.

Lemma ssumE s u : sv (ssum s u) = sv s * \sum_i vv i u.
Proof. by rewrite smulE sv_one. Qed.

(* Summing a delta away. *)
Lemma sum_delta i (f : 'I_n -> F) : \sum_k (i == k)%:R * f k = f i.
Proof.
rewrite (bigD1 i) //= eqxx mul1r big1 ?addr0 // => k /negbTE.
by rewrite eq_sym => ->; rewrite mul0r.
Qed.

Lemma diagonalE i l : lv i i l = vv i (diagonal l).
Proof. by case: l => [u|u w] /=; rewrite ?vmulE // eqxx mul1r. Qed.

Lemma k_dotE (a b : vkey) : \sum_i kv i a * kv i b = sv (k_dot a b).
Proof.
rewrite ssumE smulE mulr_sumr; apply: eq_bigr => i _.
by rewrite /kv vmulE mulrACA.
Qed.

Lemma k_hadE i (a b : vkey) : kv i a * kv i b = kv i (k_had a b).
Proof. by rewrite /kv smulE vmulE mulrACA. Qed.

Lemma k_outerE i j (a b : vkey) : kv i a * kv j b = mv i j (k_outer a b).
Proof. by rewrite /kv /mv smulE mulrACA. Qed.

Lemma k_traceE (a : mkey) : \sum_i mv i i a = sv (k_trace a).
Proof. by rewrite ssumE mulr_sumr; apply: eq_bigr => i _; rewrite /mv diagonalE. Qed.

Lemma k_diagonalE i (a : mkey) : mv i i a = kv i (k_diagonal a).
Proof. by rewrite /mv diagonalE. Qed.

Lemma k_trE i j (a : mkey) : mv j i a = mv i j (k_tr a).
Proof.
case: a => s [u|u w]; rewrite /mv /=; last by rewrite (mulrC (vv j u)).
by rewrite eq_sym; case: eqP => [->|] //; rewrite !mul0r.
Qed.

Lemma lift_sE i s (a : vkey) : sv s * kv i a = kv i (lift_s s a).
Proof. by rewrite /kv smulE mulrA. Qed.

Lemma lift_mE i j s (a : mkey) : sv s * mv i j a = mv i j (lift_m s a).
Proof. by rewrite /mv smulE mulrA. Qed.

Lemma k_applyE i (a : mkey) (b : vkey) : \sum_k mv i k a * kv k b = kv i (k_apply a b).
Proof.
case: a b => s [u|u w] [t v]; rewrite /mv /kv /k_apply /=.
  under eq_bigr do rewrite (mulrCA (sv s)) -mulrA.
  by rewrite sum_delta smulE vmulE mulrACA.
rewrite ssumE smulE -mulrA (mulrC _ (vv i u)) mulrA mulr_sumr; apply: eq_bigr => k _.
by rewrite vmulE mulrACA -!mulrA.
Qed.

Lemma k_apply_rowE j (b : vkey) (a : mkey) : \sum_k kv k b * mv k j a = kv j (k_apply_row b a).
Proof. by rewrite -k_applyE; apply: eq_bigr => k _; rewrite mulrC k_trE. Qed.

Lemma k_mulE i j (a b : mkey) : \sum_k mv i k a * mv k j b = mv i j (k_mul a b).
Proof.
case: a b => s [u|u w] [t [u'|u' w']]; rewrite /mv /k_mul /=.
- under eq_bigr do rewrite (mulrCA (sv s)) -mulrA.
  by rewrite sum_delta smulE vmulE mulrACA (mulrCA (vv i u)).
- under eq_bigr do rewrite (mulrCA (sv s)) -mulrA.
  by rewrite sum_delta smulE vmulE mulrACA; congr (_ * _); rewrite mulrA.
- under eq_bigr do rewrite (mulrC (sv s * _)) (mulrCA (sv t)) -mulrA eq_sym.
  by rewrite sum_delta smulE vmulE [LHS]mulrC mulrACA -!mulrA.
- rewrite ssumE smulE -mulrA (mulrC (\sum_k _)) mulrA mulr_sumr; apply: eq_bigr => k _.
  by rewrite vmulE mulrACA -[RHS]mulrA (mulrC (vv k u')) (mulrACA (vv i u)).
Qed.

Lemma k_mhadE i j (a b : mkey) : mv i j a * mv i j b = mv i j (k_mhad a b).
Proof.
rewrite /mv /k_mhad mulrACA smulE; congr (_ * _).
have D u l : (i == j)%:R * vv i u * lv i j l = (i == j)%:R * vv i (vmul u (diagonal l)).
  by case: eqP => [<-|_]; rewrite ?mul0r // !mul1r diagonalE vmulE.
case: a b => s [u|u w] [t l] /=; first exact: D.
case: l => [d|u' w'] /=; last by rewrite !vmulE mulrACA.
by have /= := D d (Legs u w); rewrite mulrC !vmulE [vv i d * _]mulrC.
Qed.

Lemma k_sumjE i j (a : mkey) : \sum_k mv i k a = mv i j (k_sumj a).
Proof.
case: a => s [u|u w]; rewrite /mv /k_sumj /= -mulr_sumr ?ssumE vv_nil mulr1.
  under eq_bigr do rewrite mulrC.
  by under eq_bigr do rewrite mulrC; rewrite (sum_delta i (fun=> vv i u)).
by rewrite -mulr_sumr -mulrA (mulrC (vv i u)).
Qed.

(* ---------------------------------------------------------------------------------------------------------------- *)
(* 11. Soundness of the normal forms: every entry of the meaning is the value of the normal form *)

Theorem normal_sound :
  (forall t, sval e t = pval sv (sn t)) /\
  (forall t, forall i, vval e t i 0 = pval (kv i) (vn t)) /\
  (forall t, forall j, rval e t 0 j = pval (kv j) (rn t)) /\
  (forall t, forall i j, mval e t i j = pval (mv i j) (mn t)) /\
  (forall t, forall i j, cval e t i j = pval (mv i j) (cn t)).
Proof.
have k1 i : kv i v1 = 1 by rewrite /kv sv_nil vv_nil mulr1.
have l1 i j : mv i j (s1, Legs [::] [::]) = 1 by rewrite /mv /= sv_nil !vv_nil !mulr1.
have d1 i j : mv i j (s1, Diag [::]) = (i == j)%:R by rewrite /mv /= sv_nil vv_nil mul1r mulr1.
apply: terms_ind => /=.
(* scalars *)
- by rewrite pval_nil.
- by rewrite pval_one sv_nil.
- by move=> k; rewrite (sorted_sumE _ scmpP) pval_cons pval_nil qv_nat sv_nil mulr1 addr0.
- by rewrite pval_one sv_one /=; under eq_bigr do rewrite vv_nil; rewrite sumr_const card_ord.
- by move=> k; rewrite pval_one sv_one.
- by move=> p Hp q Hq; rewrite Hp Hq (paddE _ scmpP).
- by move=> p Hp q Hq; rewrite Hp Hq (psubE _ scmpP).
- by move=> p Hp; rewrite Hp (poppE _ scmpP).
- by move=> p Hp q Hq; rewrite Hp Hq; symmetry; apply: (pmulE scmpP) => a b; rewrite smulE.
- by move=> p Hp k; rewrite Hp (ppowE scmpP) ?sv_nil // => a b; rewrite smulE.
- by move=> p Hp k; rewrite Hp (pscaleE _ scmpP) qv_invnat mulrC.
- move=> u Hu v Hv; rewrite (pmulE_sum scmpP _ _ k_dotE) /dot.
  by apply: eq_bigr => i _; rewrite Hu Hv.
- move=> u Hu v Hv; rewrite (pmulE_sum scmpP _ _ k_dotE) mxE.
  by apply: eq_bigr => i _; rewrite Hu Hv.
- by move=> A HA; rewrite (pmapE_sum scmpP _ k_traceE) /mxtrace; apply: eq_bigr => i _; rewrite HA.
- by move=> c Hc; rewrite (pmapE_sum scmpP _ k_traceE); apply: eq_bigr => i _; rewrite Hc.
(* columns *)
- by move=> i; rewrite mxE pval_nil.
- by move=> i; rewrite mxE pval_one k1.
- by move=> k i; rewrite pval_one /kv sv_nil mul1r /vv big_seq1 expr1.
- by move=> u Hu v Hv i; rewrite mxE Hu Hv (paddE _ vkcmpP).
- by move=> u Hu v Hv i; rewrite !mxE Hu Hv (psubE _ vkcmpP).
- by move=> u Hu i; rewrite mxE Hu (poppE _ vkcmpP).
- by move=> s Hs v Hv i; rewrite mxE Hs Hv (pmulE vkcmpP _ _ (lift_sE i)).
- by move=> u Hu v Hv i; rewrite mxE Hu Hv (pmulE vkcmpP _ _ (k_hadE i)).
- by move=> v Hv k i; rewrite mxE Hv (ppowE vkcmpP _ _ (k_hadE i)).
- move=> A HA v Hv i; rewrite mxE (pmulE_sum vkcmpP _ _ (k_applyE i)).
  by apply: eq_bigr => k _; rewrite HA Hv.
- by move=> r Hr i; rewrite mxE Hr.
- by move=> c Hc i; rewrite mxE Hc (pmapE vkcmpP _ (k_diagonalE i)).
(* rows *)
- by move=> j; rewrite mxE pval_nil.
- by move=> v Hv j; rewrite mxE Hv.
- by move=> u Hu v Hv j; rewrite mxE Hu Hv (paddE _ vkcmpP).
- by move=> u Hu v Hv j; rewrite !mxE Hu Hv (psubE _ vkcmpP).
- by move=> u Hu j; rewrite mxE Hu (poppE _ vkcmpP).
- by move=> s Hs v Hv j; rewrite mxE Hs Hv (pmulE vkcmpP _ _ (lift_sE j)).
- move=> r Hr A HA j; rewrite mxE (pmulE_sum vkcmpP _ _ (k_apply_rowE j)).
  by apply: eq_bigr => k _; rewrite HA Hr.
(* matrices *)
- by move=> i j; rewrite mxE pval_nil.
- by move=> i j; rewrite mxE pval_one d1.
- move=> s Hs i j; rewrite mxE Hs (pmapE (k1 := fun a => sv a * (i == j)%:R) mkcmpP) ?mulr_natr => [|a].
    by rewrite -mulr_natr /pval mulr_suml; apply: eq_bigr => x _; rewrite mulrA.
  by rewrite /mv /= vv_nil mulr1.
- move=> v Hv i j; rewrite !mxE Hv (pmapE (k1 := fun a => kv i a * (i == j)%:R) mkcmpP) => [|a].
    by rewrite -mulr_natr /pval mulr_suml; apply: eq_bigr => x _; rewrite mulrA.
  by rewrite /mv /kv /= -mulrA [vv _ _ * _]mulrC.
- by move=> u Hu r Hr i j; rewrite mxE big_ord1 Hu Hr (pmulE mkcmpP _ _ (k_outerE i j)).
- by move=> A HA B HB i j; rewrite mxE HA HB (paddE _ mkcmpP).
- by move=> A HA B HB i j; rewrite !mxE HA HB (psubE _ mkcmpP).
- by move=> A HA i j; rewrite mxE HA (poppE _ mkcmpP).
- by move=> s Hs A HA i j; rewrite mxE Hs HA (pmulE mkcmpP _ _ (lift_mE i j)).
- move=> A HA B HB i j; rewrite mxE (pmulE_sum mkcmpP _ _ (k_mulE i j)).
  by apply: eq_bigr => k _; rewrite HA HB.
- move=> A HA k; elim: k => [|k IH] i j; first by rewrite expr0 mxE /ppow /= pval_one d1.
  rewrite exprS /ppow /= (pmulE_sum mkcmpP _ _ (k_mulE i j)) mxE.
  by apply: eq_bigr => l _; rewrite HA IH.
- by move=> A HA i j; rewrite mxE HA (pmapE mkcmpP _ (k_trE i j)).
- by move=> A HA B HB i j; rewrite mxE HA HB (pmulE mkcmpP _ _ (k_mhadE i j)).
- by move=> c Hc i j; rewrite mxE Hc.
(* components *)
- move=> s Hs i j; rewrite Hs; symmetry; apply: (pmapE mkcmpP) => a.
  by rewrite /mv /= !vv_nil !mulr1.
- by move=> v Hv i j; rewrite Hv; symmetry; apply: (pmapE mkcmpP) => a; rewrite /mv /kv /= vv_nil mulr1.
- by move=> v Hv i j; rewrite Hv; symmetry; apply: (pmapE mkcmpP) => a; rewrite /mv /kv /= vv_nil mul1r.
- by move=> A HA i j; rewrite HA.
- by move=> i j; rewrite pval_one d1.
- by move=> c Hc d Hd i j; rewrite Hc Hd (paddE _ mkcmpP).
- by move=> c Hc d Hd i j; rewrite Hc Hd (psubE _ mkcmpP).
- by move=> c Hc i j; rewrite Hc (poppE _ mkcmpP).
- by move=> c Hc d Hd i j; rewrite Hc Hd (pmulE mkcmpP _ _ (k_mhadE i j)).
- by move=> c Hc k i j; rewrite Hc (ppowE mkcmpP _ _ (k_mhadE i j)).
- move=> c Hc i j; rewrite (pmapE_sum mkcmpP _ (k_sumjE i j)).
  by apply: eq_bigr => k _; rewrite Hc.
Qed.

Definition snE := normal_sound.1.
Definition vnE := normal_sound.2.1.
Definition rnE := normal_sound.2.2.1.
Definition mnE := normal_sound.2.2.2.1.
Definition cnE := normal_sound.2.2.2.2.

(* ---------------------------------------------------------------------------------------------------------------- *)
(* 12. Soundness of the rewriting *)

(* What rules say, in values. *)
Fixpoint srules_hold (S : seq srule) : Prop :=
  if S is (k, p) :: S' then sv k = pval sv p /\ srules_hold S' else True.
Fixpoint vrules_hold (V : seq vrule) : Prop :=
  if V is (k, p) :: V' then (forall i, vv i k = pval (kv i) p) /\ vrules_hold V' else True.

Lemma srulesE rs : rels_hold e rs -> srules_hold (srules rs).
Proof.
elim: rs => [|[lead l r|lead u v] rs IH] //= [H /IH Hrs] //.
case: (sn lead) => [|[k c] [|]] //=; split=> //.
by apply: (solveE scmpP); rewrite (psubE _ scmpP) -!snE H subrr.
Qed.

Lemma vrulesE rs : rels_hold e rs -> vrules_hold (vrules rs).
Proof.
elim: rs => [|[lead l r|lead u v] rs IH] //= [H /IH Hrs] //.
case: (vn lead) => [|[[[|? ?] k] c] [|]] //=; split=> // i.
rewrite -(@solveE _ _ _ (kv i) vkcmpP ([::], k)) ?(psubE _ vkcmpP) -?vnE ?H ?subrr //.
by rewrite /kv sv_nil mul1r.
Qed.

Variables (S : seq srule) (V : seq vrule).
Hypotheses (HS : srules_hold S) (HV : vrules_hold V).

Lemma v_stepE i u p : v_step V u = Some p -> vv i u = pval (kv i) p.
Proof.
elim: V HV => [|[k q] V' IH] //= [Hk HV'].
case D: (divide _ _ _) => [rest|]; last exact: IH.
case=> <-; rewrite (pval_keys (k1 := kv i) (f := fun a : vkey => (a.1, vmul a.2 rest)) (c := vv i rest)).
  by rewrite -Hk; exact: (divide_val (fun a => (nth 0 (vecs e) a : 'cV[F]_n) i 0) ncmpP D).
by move=> a; rewrite /kv vmulE mulrC mulrA [RHS]mulrC mulrA.
Qed.

Lemma rule_stepE s p : rule_step S s = Some p -> sv s = pval sv p.
Proof.
elim: S HS => [|[k q] S' IH] //= [Hk HS'].
case D: (divide _ _ _) => [rest|]; last exact: IH.
case=> <-; rewrite (pval_keys (k1 := sv) (f := fun a => smul a rest) (c := sv rest)).
  by rewrite -Hk; exact: (divide_val av acmpP D).
by move=> a; rewrite smulE mulrC.
Qed.

Lemma sum_stepE s p : sum_step V s = Some p -> sv s = pval sv p.
Proof.
have sv_cons a (k : nat) t : sv ((a, k) :: t) = av a ^+ k * sv t by exact: big_cons.
elim: s p => [|[a k] t IH] p //.
have skip : omap (fun p => [seq (smul [:: (a, k)] x.1, x.2) | x <- p]) (sum_step V t) = Some p ->
    sv ((a, k) :: t) = pval sv p.
  case E: (sum_step V t) => [q|] //= [<-].
  rewrite (pval_keys (k1 := sv) (f := smul [:: (a, k)]) (c := av a ^+ k)); first by rewrite sv_cons (IH _ E).
  by move=> b; rewrite smulE sv_cons sv_nil mulr1.
case: a skip => [l|u] skip //=; case: k skip => [|k] skip //.
case E: (v_step V u) => [q|] // [<-].
set rest := if k is 0%N then t else _.
have R : sv rest = av (ASum u) ^+ k * sv t by rewrite /rest; case: (k); rewrite ?expr0 ?mul1r.
rewrite sv_cons exprS -mulrA -R mulrC.
rewrite (pval_keys (k1 := fun a : vkey => sv (ssum a.1 a.2)) (f := fun a : vkey => smul (ssum a.1 a.2) rest)
  (c := sv rest)); last by move=> a; rewrite smulE mulrC.
congr (_ * _); rewrite /= /pval; under eq_bigr do rewrite (v_stepE _ E).
rewrite /pval exchange_big; apply: eq_bigr => x _ /=.
by rewrite -mulr_sumr ssumE /kv -mulr_sumr.
Qed.

Lemma s_stepE s p : s_step S V s = Some p -> sv s = pval sv p.
Proof.
rewrite /s_step; case E: (rule_step S s) => [q|]; last exact: sum_stepE.
by case=> <-; exact: rule_stepE E.
Qed.

Lemma vk_stepE i a p : vk_step S V a = Some p -> kv i a = pval (kv i) p.
Proof.
rewrite /vk_step /kv; case E: (s_step S V a.1) => [q|].
  case=> <-; rewrite (s_stepE E) mulrC; symmetry.
  by apply: (pval_keys (f := fun s => (s, a.2))) => b; rewrite mulrC.
case D: (v_step V a.2) => [q|] // [<-]; rewrite (v_stepE i D); symmetry.
by apply: (pval_keys (f := lift_s a.1)) => b; exact: esym (lift_sE i a.1 b).
Qed.

Lemma leg_stepE i j l p : leg_step V l = Some p -> lv i j l = pval (mv i j) p.
Proof.
case: l => [u|u w] /=.
  case E: (v_step V u) => [q|] //= [<-]; rewrite (v_stepE i E); symmetry.
  by apply: (pval_keys (f := fun a : vkey => (a.1, Diag a.2))) => a; rewrite /mv /kv /= mulrCA.
case E: (v_step V u) => [q|].
  case=> <-; rewrite (v_stepE i E) mulrC; symmetry.
  by apply: (pval_keys (f := fun a : vkey => (a.1, Legs a.2 w))) => a; rewrite /mv /kv /= mulrA mulrC.
case D: (v_step V w) => [q|] //= [<-]; rewrite (v_stepE j D); symmetry.
by apply: (pval_keys (f := fun a : vkey => (a.1, Legs u a.2))) => a; rewrite /mv /kv /= mulrCA.
Qed.

Lemma mk_stepE i j a p : mk_step S V a = Some p -> mv i j a = pval (mv i j) p.
Proof.
rewrite /mk_step /mv; case E: (s_step S V a.1) => [q|].
  case=> <-; rewrite (s_stepE E) mulrC; symmetry.
  by apply: (pval_keys (f := fun s => (s, a.2))) => b; rewrite mulrC.
case D: (leg_step V a.2) => [q|] // [<-]; rewrite (leg_stepE i j D); symmetry.
by apply: (pval_keys (f := lift_m a.1)) => b; exact: esym (lift_mE i j a.1 b).
Qed.
End Sound.

(* ---------------------------------------------------------------------------------------------------------------- *)
(* 13. The theorems, one for each kind of equation *)

Section Theorems.
Variables (F : numFieldType) (m : nat) (e : env F m) (rs : seq rel).
Hypothesis H : rels_hold e rs.
Let HS := srulesE H.
Let HV := vrulesE H.

Theorem scalar_identity t u : s_check rs t u = true -> sval e t = sval e u.
Proof. by move=> C; rewrite !(snE e) (checkE scmpP (s_stepE HS HV) C). Qed.

Theorem vector_identity t u : v_check rs t u = true -> vval e t = vval e u.
Proof.
move=> C; apply/matrixP => i j; rewrite ord1 !(vnE e).
exact: (checkE vkcmpP (fun a p => vk_stepE HS HV i (a := a) (p := p)) C).
Qed.

Theorem row_identity t u : r_check rs t u = true -> rval e t = rval e u.
Proof.
move=> C; apply/matrixP => i j; rewrite ord1 !(rnE e).
exact: (checkE vkcmpP (fun a p => vk_stepE HS HV j (a := a) (p := p)) C).
Qed.

Theorem matrix_identity t u : m_check rs t u = true -> mval e t = mval e u.
Proof.
move=> C; apply/matrixP => i j; rewrite !(mnE e).
exact: (checkE mkcmpP (fun a p => mk_stepE HS HV i j (a := a) (p := p)) C).
Qed.

Theorem component_identity t u : c_check rs t u = true -> forall i j, cval e t i j = cval e u i j.
Proof.
move=> C i j; rewrite !(cnE e).
exact: (checkE mkcmpP (fun a p => mk_stepE HS HV i j (a := a) (p := p)) C).
Qed.
End Theorems.

Lemma no_rels (F : numFieldType) m (e : env F m) : rels_hold e [::].
Proof. by []. Qed.

(* The tactics: conversion ties the goal to the meaning of the deep terms; computation does the rest.  Those with _vm
   compute by the virtual machine, which is faster on large terms (0.1 s where the others take 3 s) and one more thing
   to trust. *)
Ltac derive_scalar H t u := refine (@scalar_identity _ _ _ _ H t u _); reflexivity.
Ltac derive_vector H t u := refine (@vector_identity _ _ _ _ H t u _); reflexivity.
Ltac derive_row H t u := refine (@row_identity _ _ _ _ H t u _); reflexivity.
Ltac derive_matrix H t u := refine (@matrix_identity _ _ _ _ H t u _); reflexivity.
Ltac derive_component H t u i j := refine (@component_identity _ _ _ _ H t u _ i j); reflexivity.
Ltac derive_scalar_vm H t u := refine (@scalar_identity _ _ _ _ H t u _); vm_compute; reflexivity.
Ltac derive_vector_vm H t u := refine (@vector_identity _ _ _ _ H t u _); vm_compute; reflexivity.
Ltac derive_row_vm H t u := refine (@row_identity _ _ _ _ H t u _); vm_compute; reflexivity.
Ltac derive_matrix_vm H t u := refine (@matrix_identity _ _ _ _ H t u _); vm_compute; reflexivity.
Ltac derive_component_vm H t u i j := refine (@component_identity _ _ _ _ H t u _ i j); vm_compute; reflexivity.

(* ---------------------------------------------------------------------------------------------------------------- *)
(* 14. Usual side relations *)

Section Relations.
Variables (F : numFieldType).

Lemma N_pos m : 0 < m.+1%:R :> F.
Proof. exact: ltr0Sn. Qed.

Lemma N_neq0 m : m.+1%:R != 0 :> F.
Proof. by rewrite pnatr_eq0. Qed.

Lemma N_mul_inv m : m.+1%:R * m.+1%:R^-1 = 1 :> F.
Proof. by rewrite mulfV // pnatr_eq0. Qed.

Lemma mul_inv (x : F) : x != 0 -> x * x^-1 = 1.
Proof. exact: mulfV. Qed.

Lemma mul_cancel (d x y : F) : d != 0 -> d * x = d * y -> x = y.
Proof. by move=> d0; apply: mulfI. Qed.

Lemma scale_cancel p q (d : F) (A B : 'M[F]_(p, q)) : d != 0 -> d *: A = d *: B -> A = B.
Proof. by move=> d0; apply: scalerI. Qed.

Lemma hadamard_vinv n (g : 'cV[F]_n) : (forall i, g i 0 != 0) -> hadamard g (vinv g) = ones.
Proof. by move=> g0; apply/matrixP => i j; rewrite ord1 !mxE mulfV. Qed.
End Relations.

(* Square roots merge: with q = c p and c > 0, sqrt c / sqrt q = 1 / sqrt p. *)
Lemma sqrt_merge (F : rcfType) (c p q : F) :
  0 < c -> q = c * p -> Num.sqrt c * (Num.sqrt q)^-1 = (Num.sqrt p)^-1.
Proof.
move=> c0 ->; have r0 : Num.sqrt c != 0 by rewrite sqrtr_eq0 -real_ltNge ?num_real.
by rewrite (sqrtrM _ (Order.POrderTheory.ltW c0)) invfM mulrA mulfV ?mul1r.
Qed.
