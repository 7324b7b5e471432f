(* Identities with matrices of several symbolic sizes, re-checked by the kernel of Coq/Rocq.

   This file does for generic matrix symbols and several dimensions what DeriveNormal does for vectors of one size; it
   reuses the sorted polynomials proved there.  A monomial is here an *index graph*:  a product of parameters, a list of
   bound indices, each with its dimension, and a product of components (v_k(p), A_k(p, q)) at free or bound indices;
   its value is the sum over the bound indices.  All products, contractions and transpositions are one operation, join,
   which puts two graphs side by side and says where their free indices go.  The order of the bound indices does not
   matter: they are sorted by a colouring that nobody has to trust, because it only chooses which neighbours to
   exchange.  Side relations are found by matching edges; a match is believed only after the graph has been put together
   again from its parts and compared. *)

Set Warnings "-notation-overridden,-ambiguous-paths".
From Coq Require Import BinNums BinInt.
From Coq Require QArith_base.
From mathcomp Require Import all_ssreflect all_algebra.
From Derive Require Import DeriveNormal.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory Num.Theory.

(* ---------------------------------------------------------------------------------------------------------------- *)
(* 1. Terms, indexed by dimensions (numbers; dimension d has size (sz d).+1) *)

Inductive gsc : Type :=                                          (* scalars *)
| GS0 | GS1 | GSNat of nat | GSN of nat                          (* 0, 1, k%:R, size of dimension d *)
| GSP of nat                                                     (* k-th parameter *)
| GSAdd of gsc & gsc | GSSub of gsc & gsc | GSOpp of gsc | GSMul of gsc & gsc
| GSPow of gsc & nat | GSDivNat of gsc & nat
| GSDot d of gve d & gve d | GSEntry d of gro d & gve d
| GSTr d of gma d d | GSSum d of gco d d                         (* \sum_i c(i, i) *)
with gve : nat -> Type :=                                        (* columns *)
| GV0 d : gve d | GV1 d : gve d | GVS d of nat : gve d           (* 0, ones, k-th vector of dimension d *)
| GVAdd d of gve d & gve d : gve d | GVSub d of gve d & gve d : gve d | GVOpp d of gve d : gve d
| GVScale d of gsc & gve d : gve d
| GVHad d of gve d & gve d : gve d | GVPow d of gve d & nat : gve d
| GVMul r c of gma r c & gve c : gve r | GVTr d of gro d : gve d
| GVCol d of gco d d : gve d                                     (* \col_i c(i, i) *)
with gro : nat -> Type :=                                        (* rows *)
| GR0 d : gro d | GRTr d of gve d : gro d
| GRAdd d of gro d & gro d : gro d | GRSub d of gro d & gro d : gro d | GROpp d of gro d : gro d
| GRScale d of gsc & gro d : gro d
| GRMul r c of gro r & gma r c : gro c
with gma : nat -> nat -> Type :=                                 (* matrices *)
| GM0 r c : gma r c | GMId d : gma d d | GMS r c of nat : gma r c   (* 0, 1%:M, k-th matrix of its shape *)
| GMScal d of gsc : gma d d | GMDiag d of gve d : gma d d
| GMOuter r c of gve r & gro c : gma r c
| GMAdd r c of gma r c & gma r c : gma r c | GMSub r c of gma r c & gma r c : gma r c
| GMOpp r c of gma r c : gma r c | GMScale r c of gsc & gma r c : gma r c
| GMMul r k c of gma r k & gma k c : gma r c | GMPow d of gma d d & nat : gma d d
| GMTr r c of gma r c : gma c r | GMHad r c of gma r c & gma r c : gma r c
| GMMat r c of gco r c : gma r c                                 (* \matrix_(i, j) c(i, j) *)
with gco : nat -> nat -> Type :=                                 (* components c(i, j) *)
| GCS r c of gsc : gco r c | GCI r c of gve r : gco r c | GCJ r c of gve c : gco r c | GCE r c of gma r c : gco r c
| GCD d : gco d d
| GCAdd r c of gco r c & gco r c : gco r c | GCSub r c of gco r c & gco r c : gco r c | GCOpp r c of gco r c : gco r c
| GCMul r c of gco r c & gco r c : gco r c | GCPow r c of gco r c & nat : gco r c
| GCSumJ r c k of gco r k : gco r c.                             (* \sum_k c(i, k) *)

Scheme gsc_ind' := Induction for gsc Sort Prop with gve_ind' := Induction for gve Sort Prop
  with gro_ind' := Induction for gro Sort Prop with gma_ind' := Induction for gma Sort Prop
  with gco_ind' := Induction for gco Sort Prop.
Combined Scheme gterms_ind from gsc_ind', gve_ind', gro_ind', gma_ind', gco_ind'.

(* ---------------------------------------------------------------------------------------------------------------- *)
(* 2. Index graphs *)

(* A reference to an index: 0 is i, 1 is j, k.+2 is the k-th bound index. *)
Inductive edge := EV of nat & nat & nat                 (* dimension, symbol, index *)
                | EM of nat & nat & nat & nat & nat.    (* dimensions, symbol, indices *)
Inductive patom := PPar of nat | PDim of nat.           (* parameter; size of a dimension *)
Inductive link := Free | Same | Zero.                   (* factor 1, delta_ij, 0 *)
Definition pmon := seq (patom * nat).
Definition edges := seq (edge * nat).
Record graph := G { lk : link; gp : pmon; gd : seq nat; ge : edges }.

Definition ecmp a b := match a, b with
  | EV d k p, EV d' k' p' => lexi (Nat.compare p p') (lexi (Nat.compare d d') (Nat.compare k k'))
  | EV _ _ _, EM _ _ _ _ _ => Lt
  | EM _ _ _ _ _, EV _ _ _ => Gt
  | EM r c k p q, EM r' c' k' p' q' =>
    lexi (Nat.compare p p') (lexi (Nat.compare q q')
      (lexi (Nat.compare r r') (lexi (Nat.compare c c') (Nat.compare k k'))))
  end.
Definition pcmp a b := match a, b with
  | PPar k, PPar l => Nat.compare k l
  | PPar _, PDim _ => Lt
  | PDim _, PPar _ => Gt
  | PDim k, PDim l => Nat.compare k l
  end.
Definition lkcmp a b := match a, b with
  | Free, Free | Same, Same | Zero, Zero => Eq
  | Free, _ => Lt | Same, Free => Gt | Same, Zero => Lt | Zero, _ => Gt
  end.
Fixpoint dcmp (s t : seq nat) := match s, t with
  | [::], [::] => Eq | [::], _ => Lt | _, [::] => Gt | a :: s', b :: t' => lexi (Nat.compare a b) (dcmp s' t') end.
Definition gcmp a b :=
  lexi (lkcmp (lk a) (lk b)) (lexi (dcmp (gd a) (gd b))
    (lexi (compare_list ecmp (ge a) (ge b)) (compare_list pcmp (gp a) (gp b)))).

Definition ppmul : pmon -> pmon -> pmon := merge pcmp addn exp0.
Definition esort : edges -> edges := collect ecmp addn exp0.

Definition ren1 (f : nat -> nat) (x : edge) : edge := match x with
  | EV d k p => EV d k (f p) | EM r c k p q => EM r c k (f p) (f q) end.
Definition ren (f : nat -> nat) (es : edges) : edges := [seq (ren1 f x.1, x.2) | x <- es].

(* Where a reference of a graph goes: its free indices to l0 and l1 (None: nowhere, value 0), its bound ones, size many,
   behind the first shift references; nonsense to the far end, nowhere. *)
Definition place (far shift size : nat) (l0 l1 : option nat) (p : nat) : nat :=
  match p with
  | 0 => odflt far l0
  | 1 => odflt far l1
  | q.+2 => if q < size then shift + q else far
  end.

Definition join_at (l : link) (pre : seq nat) (la0 la1 lb0 lb1 : option nat) (a b : graph) : graph :=
  let na := size (gd a) in let nb := size (gd b) in let s := (size pre).+2 in
  let far := s + na + nb in
  G l (ppmul (gp a) (gp b)) (pre ++ gd a ++ gd b)
    (ren (place far s na la0 la1) (ge a) ++ ren (place far (s + na) nb lb0 lb1) (ge b)).

(* Exchange of the bound indices p and p.+1. *)
Fixpoint swap_list T (p : nat) (s : seq T) : seq T :=
  match p, s with
  | 0, a :: b :: t => b :: a :: t
  | p'.+1, a :: t => a :: swap_list p' t
  | _, _ => s
  end.
Definition swap_nat (p q : nat) : nat := if q == p then p.+1 else if q == p.+1 then p else q.
Definition swap (g : graph) (p : nat) : graph :=
  if p.+1 < size (gd g) then G (lk g) (gp g) (swap_list p (gd g)) (ren (swap_nat p.+2) (ge g)) else g.

(* A first bound index that nothing mentions is a factor: the size of its dimension. *)
Definition without (p : nat) (x : edge) : bool :=
  match x with EV _ _ q => q != p | EM _ _ _ q r => (q != p) && (r != p) end.
Definition down (q : nat) : nat := if q < 2 then q else q.-1.
Fixpoint drop_bare (fuel : nat) (g : graph) : graph :=
  match fuel, gd g with
  | fuel'.+1, d :: ds =>
    if all (fun x => without 2 x.1) (ge g)
    then drop_bare fuel' (G (lk g) (ppmul (gp g) [:: (PDim d, 1)]) ds (ren down (ge g))) else g
  | _, _ => g
  end.

(* The colouring.  The signature of a bound index: its colour, then its edges with the colours at their other ends. *)
Fixpoint lex_le (s t : seq nat) : bool :=
  match s, t with
  | [::], _ => true | _, [::] => false
  | a :: s', b :: t' => (a < b) || ((a == b) && lex_le s' t')
  end.
Definition colour (cs : seq nat) (p : nat) : nat := if p < 2 then p else (nth 0 cs p.-2).+2.
Definition codes (cs : seq nat) (v : nat) (x : edge * nat) : seq (seq nat) :=
  match x with
  | (EV d k p, e) => if p == v then [:: [:: 0; d; k; e]] else [::]
  | (EM r c k p q, e) =>
    (if p == v then [:: [:: 1; r; c; k; e; if q == v then 0 else (colour cs q).+1]] else [::]) ++
    (if q == v then [:: [:: 2; r; c; k; e; if p == v then 0 else (colour cs p).+1]] else [::])
  end.
Definition signature (g : graph) (cs : seq nat) (k : nat) : seq nat :=
  nth 0 cs k :: nth 0 (gd g) k :: flatten (sort lex_le (flatten [seq codes cs k.+2 x | x <- ge g])).
Definition ranks (ss : seq (seq nat)) : seq nat := [seq count (fun t => ~~ lex_le s t) ss | s <- ss].
Definition refine (g : graph) (cs : seq nat) : seq nat := ranks [seq signature g cs k | k <- iota 0 (size (gd g))].
(* Break the first tie, if any: the others of its colour move up. *)
Fixpoint break_tie (cs : seq nat) : option nat :=
  match cs with [::] => None | c :: cs' => if has (pred1 c) cs' then Some c else break_tie cs' end.
Fixpoint raise (c : nat) (first : bool) (cs : seq nat) : seq nat :=
  match cs with
  | [::] => [::]
  | x :: cs' => if x == c then (if first then x else x.+1) :: raise c false cs' else x :: raise c first cs'
  end.
Fixpoint colouring (fuel : nat) (g : graph) (cs : seq nat) : seq nat :=
  let cs1 := iter (size cs) (refine g) cs in
  match fuel with
  | 0 => cs1
  | fuel'.+1 => if break_tie cs1 is Some c then colouring fuel' g (raise c true cs1) else cs1
  end.
Definition bare_first (g : graph) : seq nat :=
  [seq (if all (fun x => without k.+2 x.1) (ge g) then 0 else 1) | k <- iota 0 (size (gd g))].

(* Bubble sort: the exchanges that sort a list of colours. *)
Fixpoint bubble (pos : nat) (x : nat) (cs : seq nat) : seq nat * seq nat :=
  match cs with
  | [::] => ([::], [:: x])
  | y :: cs' =>
    if y < x then let: (ps, t) := bubble pos.+1 x cs' in (pos :: ps, y :: t)
    else let: (ps, t) := bubble pos.+1 y cs' in (ps, x :: t)
  end.
Fixpoint plan (fuel : nat) (cs : seq nat) : seq nat :=
  match fuel, cs with
  | fuel'.+1, x :: cs' => let: (ps, t) := bubble 0 x cs' in ps ++ plan fuel' t
  | _, _ => [::]
  end.

Definition sort_edges (g : graph) : graph := G (lk g) (gp g) (gd g) (esort (ge g)).
Definition order (g : graph) : graph :=
  let n := size (gd g) in
  if n is _.+2 then foldl swap g (plan n (colouring n g (bare_first g))) else g.
Definition canon (g : graph) : graph :=
  let g := sort_edges g in
  if gd g is [::] then g else let g := order g in sort_edges (drop_bare (size (gd g)) g).

Definition join l pre la0 la1 lb0 lb1 a b := canon (join_at l pre la0 la1 lb0 lb1 a b).
Definition one_g := G Free [::] [::] [::].
Definition zero_g := G Zero [::] [::] [::].
Definition relabel l pre l0 l1 a := join l pre l0 l1 None None a one_g.

(* Products and contractions; r, k, c are the dimensions of the free indices.  Scalars have no free index, vectors have
   i, matrices have i and j. *)
Definition is0 (g : graph) := if lk g is Zero then true else false.
Local Notation i_ := (Some 0). Local Notation j_ := (Some 1). Local Notation k_ := (Some 2).
Definition g_ss (a b : graph) := if is0 a || is0 b then zero_g else join Free [::] None None None None a b.
Definition g_sv (a b : graph) := if is0 a || is0 b then zero_g else join Free [::] None None i_ None a b.
Definition g_sm (a b : graph) := if is0 a then zero_g else join (lk b) [::] None None i_ j_ a b.
Definition g_vv (a b : graph) := if is0 a || is0 b then zero_g else join Free [::] i_ None i_ None a b.
Definition g_dot d (a b : graph) := if is0 a || is0 b then zero_g else join Free [:: d] k_ None k_ None a b.
Definition g_outer (a b : graph) := if is0 a || is0 b then zero_g else join Free [::] i_ None j_ None a b.
Definition g_trace d (a : graph) := if is0 a then zero_g else relabel Free [:: d] k_ k_ a.
Definition g_diagonal (a : graph) := if is0 a then zero_g else relabel Free [::] i_ i_ a.
Definition g_diag (a : graph) := if is0 a then zero_g else relabel Same [::] i_ None a.
Definition g_scal (a : graph) := if is0 a then zero_g else relabel Same [::] None None a.
Definition g_cs (a : graph) := if is0 a then zero_g else relabel Free [::] None None a.
Definition g_ci (a : graph) := if is0 a then zero_g else relabel Free [::] i_ None a.
Definition g_cj (a : graph) := if is0 a then zero_g else relabel Free [::] j_ None a.
Definition g_tr (a : graph) :=
  match lk a with Zero => zero_g | Same => relabel Same [::] i_ i_ a | Free => relabel Free [::] j_ i_ a end.
Definition g_had (a b : graph) :=
  match lk a, lk b with
  | Zero, _ | _, Zero => zero_g
  | Free, Free => join Free [::] i_ j_ i_ j_ a b
  | _, _ => join Same [::] i_ i_ i_ i_ a b
  end.
Definition g_mul r k c (a b : graph) :=
  match lk a, lk b with
  | Zero, _ | _, Zero => zero_g
  | Free, Free => join Free [:: k] i_ k_ k_ j_ a b
  | Same, l => if r == k then join l [::] i_ i_ i_ j_ a b else zero_g
  | Free, Same => if k == c then join Free [::] i_ j_ j_ j_ a b else zero_g
  end.
Definition g_apply r c (a b : graph) :=
  match lk a, lk b with
  | Zero, _ | _, Zero => zero_g
  | Free, _ => join Free [:: c] i_ k_ k_ None a b
  | Same, _ => if r == c then join Free [::] i_ i_ i_ None a b else zero_g
  end.
Definition g_apply_row r c (b a : graph) := g_apply c r (g_tr a) b.
Definition g_sumj r c (a : graph) :=
  match lk a with
  | Zero => zero_g
  | Free => relabel Free [:: c] i_ k_ a
  | Same => if r == c then relabel Free [::] i_ i_ a else zero_g
  end.

(* ---------------------------------------------------------------------------------------------------------------- *)
(* 3. Values of graphs *)

Local Open Scope ring_scope.

Record genv (F : numFieldType) (sz : nat -> nat) := GEnv {
  gpars : seq F;
  gvecs : forall d, seq 'cV[F]_(sz d).+1;
  gmats : forall r c, seq 'M[F]_((sz r).+1, (sz c).+1) }.

Section Graphs.
Variables (F : numFieldType) (sz : nat -> nat) (e : genv F sz).
Notation D d := (sz d).+1.

(* Components at natural numbers; 0 outside the range. *)
Definition vent d k (x : nat) : F := if (insub x : option 'I_(D d)) is Some i then (nth 0 (gvecs e d) k) i 0 else 0.
Definition ment r c k (x y : nat) : F :=
  if (insub x : option 'I_(D r)) is Some i then
    if (insub y : option 'I_(D c)) is Some j then (nth 0 (gmats e r c) k) i j else 0
  else 0.

Definition eval (rho : seq nat) (x : edge) : F := match x with
  | EV d k p => vent d k (nth 0%N rho p)
  | EM r c k p q => ment r c k (nth 0%N rho p) (nth 0%N rho q) end.
Definition ev (rho : seq nat) (es : edges) : F := \prod_(x <- es) eval rho x.1 ^+ x.2.
Definition pat (a : patom) : F := match a with PPar k => nth 0 (gpars e) k | PDim d => (D d)%:R end.
Definition pv (s : pmon) : F := \prod_(x <- s) pat x.1 ^+ x.2.

(* The sum over all bound indices. *)
Fixpoint bs (ds : seq nat) (f : seq nat -> F) : F :=
  if ds is d :: ds' then \sum_(x < D d) bs ds' (fun rho => f (val x :: rho)) else f [::].

Definition bv (g : graph) (i j : nat) : F := pv (gp g) * bs (gd g) (fun rho => ev (i :: j :: rho) (ge g)).

Lemma bs_ext ds f h : (forall rho, size rho = size ds -> f rho = h rho) -> bs ds f = bs ds h.
Proof.
elim: ds f h => [|d ds IH] f h H /=; first exact: H.
by apply: eq_bigr => x _; apply: IH => rho E; apply: H; rewrite /= E.
Qed.

Lemma bs_mull ds c f : bs ds (fun rho => c * f rho) = c * bs ds f.
Proof.
elim: ds f => [|d ds IH] f //=; rewrite mulr_sumr.
by apply: eq_bigr => x _; rewrite IH.
Qed.

Lemma bs_cat a b f : bs (a ++ b) f = bs a (fun x => bs b (fun y => f (x ++ y))).
Proof. by elim: a f => [|d a IH] f //=; apply: eq_bigr => x _; rewrite IH. Qed.

Lemma bs_swap p ds f : bs (swap_list p ds) f = bs ds (fun rho => f (swap_list p rho)).
Proof.
elim: p ds f => [|p IH] [|d ds] f //=; last by apply: eq_bigr => x _; rewrite IH.
by case: ds => [|d' ds] //=; rewrite exchange_big.
Qed.

Lemma ev_cat rho a b : ev rho (a ++ b) = ev rho a * ev rho b.
Proof. exact: big_cat. Qed.

Lemma ev_ren_all (P : pred edge) f rho rho' (es : edges) : all (fun x => P x.1) es ->
  (forall x, P x -> eval rho (ren1 f x) = eval rho' x) -> ev rho (ren f es) = ev rho' es.
Proof.
move=> A H; rewrite /ev big_map; elim: es A => [|x es IH]; first by rewrite !big_nil.
by case/andP => Px A; rewrite !big_cons IH //= H.
Qed.

Lemma ev_ren f rho rho' (es : edges) : (forall x, eval rho (ren1 f x) = eval rho' x) -> ev rho (ren f es) = ev rho' es.
Proof. by move=> H; apply: (@ev_ren_all predT) => [|x _] //; elim: es. Qed.

Lemma eval_ren f rho rho' x : (forall p, nth 0%N rho (f p) = nth 0%N rho' p) -> eval rho (ren1 f x) = eval rho' x.
Proof. by case: x => [d k p|r c k p q] H /=; rewrite !H. Qed.

Lemma pv_mul s t : pv (ppmul s t) = pv s * pv t.
Proof.
apply: (merge_val (f := fun a p => pat a ^+ p)) => [a b|a p q|a p /eqP ->]; last exact: expr0.
- by case: a => k; case: b => l //= /ncmpP ->.
- exact: exprD.
Qed.

Definition at_ (rho : seq nat) (l : option nat) : nat := if l is Some p then nth 0%N rho p else 0%N.
Definition inside (n : nat) (l : option nat) : bool := if l is Some p then (p < n)%N else true.

Lemma nth_place rho x y far l0 l1 p :
  inside (size rho) l0 -> inside (size rho) l1 -> (size (rho ++ x ++ y) <= far)%N ->
  nth 0%N (rho ++ x ++ y) (place far (size rho) (size x) l0 l1 p) = nth 0%N (at_ rho l0 :: at_ rho l1 :: x) p.
Proof.
move=> H0 H1 Hf.
have leg l : inside (size rho) l -> nth 0%N (rho ++ x ++ y) (odflt far l) = at_ rho l.
  by case: l => [q|] /= H; [rewrite nth_cat H | rewrite nth_default].
case: p => [|[|q]] /=; rewrite ?leg //.
case: ifP => [lt|/negbT ge]; last by rewrite !nth_default // leqNgt.
by rewrite nth_cat ltnNge leq_addr /= addKn nth_cat lt.
Qed.

(* The value of two graphs side by side; the free indices of b may go to indices of a. *)
Lemma join_atE l pre la0 la1 lb0 lb1 a b i j :
  inside (size pre).+2 la0 -> inside (size pre).+2 la1 ->
  inside ((size pre).+2 + size (gd a)) lb0 -> inside ((size pre).+2 + size (gd a)) lb1 ->
  bv (join_at l pre la0 la1 lb0 lb1 a b) i j =
  pv (gp a) * pv (gp b) * bs pre (fun pi => let rho := i :: j :: pi in
    bs (gd a) (fun x => ev (at_ rho la0 :: at_ rho la1 :: x) (ge a) *
      bs (gd b) (fun y => ev (at_ (rho ++ x) lb0 :: at_ (rho ++ x) lb1 :: y) (ge b)))).
Proof.
move=> A0 A1 B0 B1; rewrite /bv /= pv_mul; congr (_ * _).
rewrite bs_cat; apply: bs_ext => pi Hpi; rewrite bs_cat; apply: bs_ext => x Hx.
rewrite -bs_mull; apply: bs_ext => y Hy; rewrite ev_cat.
have S : size (i :: j :: pi) = (size pre).+2 by rewrite /= Hpi.
congr (_ * _); apply: ev_ren => t; apply: eval_ren => p.
- rewrite -[i :: j :: _]/((i :: j :: pi) ++ x ++ y) -S -Hx nth_place ?S //.
  by rewrite !size_cat S Hx Hy addnA.
- rewrite -[i :: j :: _]/((i :: j :: pi) ++ x ++ y) catA -[_ ++ y]cats0 -catA -S -Hx -Hy -size_cat nth_place //.
  + by rewrite size_cat S Hx.
  + by rewrite size_cat S Hx.
  + by rewrite cats0 !size_cat.
Qed.

(* Reordering does not change the value. *)
Lemma sort_edgesE g i j : bv (sort_edges g) i j = bv g i j.
Proof.
rewrite /bv /=; congr (_ * _); apply: bs_ext => rho _.
apply: (collect_val (f := fun a p => eval _ a ^+ p)) => [a b|a p q|a p /eqP ->].
- case: a => [d k p|r c k p q]; case: b => [d' k' p'|r' c' k' p' q'] //=.
    by move=> /lexiP [/ncmpP -> /lexiP [/ncmpP -> /ncmpP ->]].
  by move=> /lexiP [/ncmpP -> /lexiP [/ncmpP -> /lexiP [/ncmpP -> /lexiP [/ncmpP -> /ncmpP ->]]]].
- exact: exprD.
- exact: expr0.
Qed.

Lemma nth_swap p q (s : seq nat) : (p.+1 < size s)%N -> nth 0%N (swap_list p s) (swap_nat p q) = nth 0%N s q.
Proof.
elim: p q s => [|p IH] q [|a s] //; first by case: s => [|b s] //; case: q => [|[|q]].
case: q => [|q] // H; have := IH q s H; rewrite /swap_nat /= !eqSS.
by case: eqP => // _; case: eqP.
Qed.

Lemma size_swap T p (s : seq T) : size (swap_list p s) = size s.
Proof. by elim: p s => [|p IH] [|a [|b s]] //=; rewrite IH. Qed.

Lemma swapE g p i j : bv (swap g p) i j = bv g i j.
Proof.
rewrite /swap; case: ifP => // lt; rewrite /bv /=; congr (_ * _).
rewrite bs_swap; apply: bs_ext => rho S; apply: ev_ren => x; apply: eval_ren => q.
have := @nth_swap p.+2 q [:: i, j & rho]; apply.
by rewrite /= S.
Qed.

Lemma orderE g i j : bv (order g) i j = bv g i j.
Proof.
have H ps h : bv (foldl swap h ps) i j = bv h i j.
  by elim: ps h => [|p ps IH] h //=; rewrite IH swapE.
by rewrite /order; case: (size (gd g)) => [|[|n]].
Qed.

Lemma drop_bareE fuel g i j : bv (drop_bare fuel g) i j = bv g i j.
Proof.
elim: fuel g => [|fuel IH] [l s [|d ds] es] //=; case: ifP => // H.
rewrite IH /bv /= pv_mul /= /pv big_seq1 /= expr1 -/(pv s) -mulrA; congr (_ * _).
rewrite (eq_bigr (fun=> bs ds (fun rho => ev [:: i, j & rho] (ren down es)))) => [|x _].
  by rewrite sumr_const card_ord mulr_natl.
apply: bs_ext => rho _; symmetry; apply: (@ev_ren_all (without 2)) => // y.
have E q : q != 2%N -> nth 0%N [:: i, j & rho] (down q) = nth 0%N [:: i, j, val x & rho] q.
  by case: q => [|[|[|q]]].
by case: y => [d' k p|r c k p q] /=; [move/E -> | case/andP => /E -> /E ->].
Qed.

Lemma canonE g i j : bv (canon g) i j = bv g i j.
Proof.
rewrite /canon; case: (gd _); first exact: sort_edgesE.
by move=> _ _; rewrite sort_edgesE drop_bareE orderE sort_edgesE.
Qed.

Lemma lk_canon g : lk (canon g) = lk g.
Proof.
rewrite /canon; case: (gd _) => //= _ _.
have drop n h : lk (drop_bare n h) = lk h.
  by elim: n h => [|n IH] [l s [|d ds] es] //=; case: ifP => // _; rewrite IH.
have H ps h : lk (foldl swap h ps) = lk h.
  by elim: ps h => [|p ps IH] h //=; rewrite IH /swap; case: ifP.
by rewrite drop /order; case: (size _) => [|[|n]]; rewrite ?H.
Qed.

(* The two forms of join in use: no new bound index, or one. *)
Lemma bs_mulr ds c f : bs ds (fun rho => f rho * c) = bs ds f * c.
Proof. by rewrite mulrC -bs_mull; apply: bs_ext => rho _; rewrite mulrC. Qed.

Lemma join0 l la0 la1 lb0 lb1 a b i j :
  inside 2 la0 -> inside 2 la1 -> inside 2 lb0 -> inside 2 lb1 ->
  bv (join l [::] la0 la1 lb0 lb1 a b) i j =
  bv a (at_ [:: i; j] la0) (at_ [:: i; j] la1) * bv b (at_ [:: i; j] lb0) (at_ [:: i; j] lb1).
Proof.
move=> A0 A1 B0 B1; rewrite canonE join_atE //=.
- rewrite mulrACA -bs_mulr; congr (_ * _); apply: bs_ext => x _; congr (_ * _).
  have E q : inside 2 q -> at_ [:: i, j & x] q = at_ [:: i; j] q by case: q => [[|[|q]]|].
  by rewrite !E.
- by case: (lb0) B0 => //= p H; apply: leq_trans H (leq_addr _ _).
- by case: (lb1) B1 => //= p H; apply: leq_trans H (leq_addr _ _).
Qed.

Lemma join1 l d la0 la1 lb0 lb1 a b i j :
  inside 3 la0 -> inside 3 la1 -> inside 3 lb0 -> inside 3 lb1 ->
  bv (join l [:: d] la0 la1 lb0 lb1 a b) i j =
  \sum_(k < D d) let rho := [:: i; j; val k] in
     bv a (at_ rho la0) (at_ rho la1) * bv b (at_ rho lb0) (at_ rho lb1).
Proof.
move=> A0 A1 B0 B1; rewrite canonE join_atE //=.
- rewrite mulr_sumr; apply: eq_bigr => k _.
  rewrite mulrACA -bs_mulr; congr (_ * _); apply: bs_ext => x _; congr (_ * _).
  have E q : inside 3 q -> at_ [:: i, j, val k & x] q = at_ [:: i; j; val k] q by case: q => [[|[|[|q]]]|].
  by rewrite !E.
- by case: (lb0) B0 => //= p H; apply: leq_trans H (leq_addr _ _).
- by case: (lb1) B1 => //= p H; apply: leq_trans H (leq_addr _ _).
Qed.

(* ---------------------------------------------------------------------------------------------------------------- *)
(* 4. Values of the operations *)

Definition zero_or (g : graph) (x : F) : F := if is0 g then 0 else x.
Definition gs_val (g : graph) : F := zero_or g (bv g 0 0).
Definition gv_val (i : nat) (g : graph) : F := zero_or g (bv g i 0).
Definition gm_val (r c i j : nat) (g : graph) : F :=
  match lk g with Free => bv g i j | Same => ((r == c) && (i == j))%:R * bv g i j | Zero => 0 end.

Lemma lk_join l pre la0 la1 lb0 lb1 a b : lk (join l pre la0 la1 lb0 lb1 a b) = l.
Proof. exact: lk_canon. Qed.
Lemma is0_join pre la0 la1 lb0 lb1 a b : is0 (join Free pre la0 la1 lb0 lb1 a b) = false.
Proof. by rewrite /is0 lk_join. Qed.

Lemma bv_one i j : bv one_g i j = 1.
Proof. by rewrite /bv /pv /ev /= !big_nil mulr1. Qed.

Lemma is0_relabel pre l0 l1 a : is0 (relabel Free pre l0 l1 a) = false.
Proof. exact: is0_join. Qed.

Lemma relabel0 l l0 l1 a i j : inside 2 l0 -> inside 2 l1 ->
  bv (relabel l [::] l0 l1 a) i j = bv a (at_ [:: i; j] l0) (at_ [:: i; j] l1).
Proof. by move=> H0 H1; rewrite join0 // bv_one mulr1. Qed.

Lemma relabel1 l d l0 l1 a i j : inside 3 l0 -> inside 3 l1 ->
  bv (relabel l [:: d] l0 l1 a) i j =
  \sum_(k < D d) bv a (at_ [:: i; j; val k] l0) (at_ [:: i; j; val k] l1).
Proof. by move=> H0 H1; rewrite join1 //=; apply: eq_bigr => k _; rewrite bv_one mulr1. Qed.

Lemma sum_same r k i (f : nat -> F) : (i < D r)%N ->
  \sum_(x < D k) ((r == k) && (i == val x))%:R * f (val x) = if r == k then f i else 0.
Proof.
move=> lt; case: eqP lt => [<-|_] lt; last by rewrite big1 // => x _; rewrite mul0r.
rewrite (bigD1 (Ordinal lt)) //= eqxx mul1r big1 ?addr0 // => x.
by rewrite -val_eqE /= eq_sym => /negbTE ->; rewrite mul0r.
Qed.

Ltac unzero := rewrite /gv_val /gs_val /gm_val /zero_or.

Lemma g_ssE a b : gs_val a * gs_val b = gs_val (g_ss a b).
Proof. by unzero; rewrite /g_ss; case: (is0 a); case: (is0 b); rewrite ?mul0r ?mulr0 // is0_join join0. Qed.
Lemma g_svE i a b : gs_val a * gv_val i b = gv_val i (g_sv a b).
Proof. by unzero; rewrite /g_sv; case: (is0 a); case: (is0 b); rewrite ?mul0r ?mulr0 // is0_join join0. Qed.
Lemma g_smE r c i j a b : gs_val a * gm_val r c i j b = gm_val r c i j (g_sm a b).
Proof.
unzero; rewrite /g_sm; case: (is0 a); first by rewrite mul0r.
by rewrite lk_join join0 //; case: (lk b); rewrite ?mulr0 // mulrCA.
Qed.
Lemma g_vvE i a b : gv_val i a * gv_val i b = gv_val i (g_vv a b).
Proof. by unzero; rewrite /g_vv; case: (is0 a); case: (is0 b); rewrite ?mul0r ?mulr0 // is0_join join0. Qed.
Lemma g_dotE d a b : \sum_(k < D d) gv_val (val k) a * gv_val (val k) b = gs_val (g_dot d a b).
Proof.
unzero; rewrite /g_dot; case: (is0 a); first by rewrite big1 // => k _; rewrite mul0r.
case: (is0 b); first by rewrite big1 // => k _; rewrite mulr0.
by rewrite is0_join join1.
Qed.
Lemma g_outerE r c i j a b : gv_val i a * gv_val j b = gm_val r c i j (g_outer a b).
Proof.
by unzero; rewrite /g_outer; case: (is0 a); case: (is0 b); rewrite ?mul0r ?mulr0 // lk_join join0.
Qed.
Lemma g_traceE d a : \sum_(k < D d) gm_val d d (val k) (val k) a = gs_val (g_trace d a).
Proof.
unzero; rewrite /g_trace; case Z: (is0 a).
  by move: Z; rewrite /is0; case: (lk a) => // _; rewrite big1.
rewrite is0_relabel relabel1 //; apply: eq_bigr => k _.
by move: Z; rewrite /is0; case: (lk a) => // _; rewrite !eqxx mul1r.
Qed.
Lemma g_diagonalE d i a : gm_val d d i i a = gv_val i (g_diagonal a).
Proof.
unzero; rewrite /g_diagonal; case Z: (is0 a); first by move: Z; rewrite /is0; case: (lk a).
by rewrite is0_relabel relabel0 //; move: Z; rewrite /is0; case: (lk a) => // _; rewrite !eqxx mul1r.
Qed.
Lemma g_diagE d i j a : ((i == j)%:R * gv_val i a) = gm_val d d i j (g_diag a).
Proof.
unzero; rewrite /g_diag; case: (is0 a); first by rewrite mulr0.
by rewrite /relabel lk_join relabel0 //= eqxx.
Qed.
Lemma g_scalE d i j a : ((i == j)%:R * gs_val a) = gm_val d d i j (g_scal a).
Proof.
unzero; rewrite /g_scal; case: (is0 a); first by rewrite mulr0.
by rewrite /relabel lk_join relabel0 //= eqxx.
Qed.
Lemma g_csE r c i j a : gs_val a = gm_val r c i j (g_cs a).
Proof. by unzero; rewrite /g_cs; case: (is0 a); rewrite // /relabel lk_join relabel0. Qed.
Lemma g_ciE r c i j a : gv_val i a = gm_val r c i j (g_ci a).
Proof. by unzero; rewrite /g_ci; case: (is0 a); rewrite // /relabel lk_join relabel0. Qed.
Lemma g_cjE r c i j a : gv_val j a = gm_val r c i j (g_cj a).
Proof. by unzero; rewrite /g_cj; case: (is0 a); rewrite // /relabel lk_join relabel0. Qed.
Lemma g_trE r c i j a : gm_val c r j i a = gm_val r c i j (g_tr a).
Proof.
unzero; rewrite /g_tr; case: (lk a) => //; rewrite /relabel lk_join relabel0 //=.
by rewrite (eq_sym c) (eq_sym j); case: (r == c); rewrite ?mul0r //=; case: (@eqP _ i j) => [->|_] //; rewrite !mul0r.
Qed.
Lemma g_hadE r c i j a b : gm_val r c i j a * gm_val r c i j b = gm_val r c i j (g_had a b).
Proof.
unzero; rewrite /g_had; case: (lk a); case: (lk b); rewrite ?mul0r ?mulr0 // lk_join join0 //=;
  case: (r == c) => /=; rewrite ?mul0r ?mulr0 //; case: (@eqP _ i j) => [<-|_]; by rewrite ?mul0r ?mulr0 ?mul1r.
Qed.
Lemma g_mulE r k c i j a b : (i < D r)%N -> (j < D c)%N ->
  \sum_(x < D k) gm_val r k i (val x) a * gm_val k c (val x) j b = gm_val r c i j (g_mul r k c a b).
Proof.
move=> lti ltj; unzero; rewrite /g_mul; case: (lk a).
- case: (lk b).
  + by rewrite lk_join join1.
  + under eq_bigr => x _ do rewrite mulrC -mulrA (eq_sym k) [_ == j]eq_sym.
    rewrite (@sum_same c k j (fun x => bv b x j * bv a i x)) // (eq_sym k).
    by case: eqP => // _; rewrite lk_join join0 //= mulrC.
  + by rewrite big1 // => x _; rewrite mulr0.
- under eq_bigr => x _ do rewrite -mulrA.
  rewrite (@sum_same r k i (fun x => bv a i x * gm_val k c x j b)) // /gm_val.
  case: eqP => [<-|_]; last by case: (lk b).
  by case E: (lk b); rewrite ?mulr0 // lk_join join0 //= mulrCA.
- by rewrite big1 // => x _; rewrite mul0r.
Qed.
Lemma g_applyE r c i a b : (i < D r)%N ->
  \sum_(x < D c) gm_val r c i (val x) a * gv_val (val x) b = gv_val i (g_apply r c a b).
Proof.
move=> lti; unzero; rewrite /g_apply /is0; case Eb: (lk b).
- case: (lk a).
  + by rewrite lk_join join1.
  + under eq_bigr => x _ do rewrite -mulrA.
    rewrite (@sum_same r c i (fun x => bv a i x * bv b x 0)) //.
    by case: eqP => // _; rewrite lk_join join0.
  + by rewrite big1 // => x _; rewrite mul0r.
- case: (lk a).
  + by rewrite lk_join join1.
  + under eq_bigr => x _ do rewrite -mulrA.
    rewrite (@sum_same r c i (fun x => bv a i x * bv b x 0)) //.
    by case: eqP => // _; rewrite lk_join join0.
  + by rewrite big1 // => x _; rewrite mul0r.
- by rewrite big1 => [|x _]; [case: (lk a) | rewrite mulr0].
Qed.
Lemma g_apply_rowE r c j b a : (j < D c)%N ->
  \sum_(x < D r) gv_val (val x) b * gm_val r c (val x) j a = gv_val j (g_apply_row r c b a).
Proof.
by move=> ltj; rewrite -g_applyE //; apply: eq_bigr => x _; rewrite mulrC (g_trE c r).
Qed.
Lemma g_sumjE r c c' i j a : (i < D r)%N ->
  \sum_(x < D c) gm_val r c i (val x) a = gm_val r c' i j (g_sumj r c a).
Proof.
move=> lti; unzero; rewrite /g_sumj; case: (lk a); last by rewrite big1.
- by rewrite /relabel lk_join relabel1.
- rewrite (@sum_same r c i (fun x => bv a i x)) //.
  by case: eqP => // _; rewrite /relabel lk_join relabel0.
Qed.
End Graphs.

(* Keys that compare equal are equal. *)
Lemma ecmpP a b : ecmp a b = Eq -> a = b.
Proof.
case: a => [d k p|r c k p q]; case: b => [d' k' p'|r' c' k' p' q'] //=.
  by move=> /lexiP [/ncmpP -> /lexiP [/ncmpP -> /ncmpP ->]].
by move=> /lexiP [/ncmpP -> /lexiP [/ncmpP -> /lexiP [/ncmpP -> /lexiP [/ncmpP -> /ncmpP ->]]]].
Qed.
Lemma pcmpP a b : pcmp a b = Eq -> a = b.
Proof. by case: a => k; case: b => l //= /ncmpP ->. Qed.
Lemma dcmpP s t : dcmp s t = Eq -> s = t.
Proof. by elim: s t => [|a s IH] [|b t] //= /lexiP [/ncmpP -> /IH ->]. Qed.
Lemma gcmpP a b : gcmp a b = Eq -> a = b.
Proof.
case: a => l p d s; case: b => l' p' d' s' /lexiP [/= L /lexiP [/dcmpP -> /lexiP [/(compare_listP ecmpP) ->]]].
by move/(compare_listP pcmpP) => ->; congr G; case: l l' L => [] [].
Qed.

(* ---------------------------------------------------------------------------------------------------------------- *)
(* 5. Normal forms *)

Definition gone (l : link) (es : edges) : poly graph := [:: (G l [::] [::] es, one_q)].
Definition gpar (a : patom) : poly graph := [:: (G Free [:: (a, 1%N)] [::] [::], one_q)].

Fixpoint gsn (t : gsc) : poly graph :=
  match t with
  | GS0 => [::]
  | GS1 => gone Free [::]
  | GSNat k => sorted_sum gcmp [:: (one_g, qnat k)]
  | GSN d => gpar (PDim d)
  | GSP k => gpar (PPar k)
  | GSAdd p q => padd gcmp (gsn p) (gsn q)
  | GSSub p q => psub gcmp (gsn p) (gsn q)
  | GSOpp p => popp gcmp (gsn p)
  | GSMul p q => pmul gcmp g_ss (gsn p) (gsn q)
  | GSPow p k => ppow gcmp g_ss one_g (gsn p) k
  | GSDivNat p k => pscale gcmp (qinvnat k) (gsn p)
  | GSDot d u v => pmul gcmp (g_dot d) (gvn u) (gvn v)
  | GSEntry d r v => pmul gcmp (g_dot d) (grn r) (gvn v)
  | GSTr d A => pmap gcmp (g_trace d) (gmn A)
  | GSSum d c => pmap gcmp (g_trace d) (gcn c)
  end
with gvn d (t : gve d) {struct t} : poly graph :=
  match t with
  | GV0 _ => [::]
  | GV1 _ => gone Free [::]
  | GVS d k => gone Free [:: (EV d k 0, 1%N)]
  | GVAdd _ u v => padd gcmp (gvn u) (gvn v)
  | GVSub _ u v => psub gcmp (gvn u) (gvn v)
  | GVOpp _ u => popp gcmp (gvn u)
  | GVScale _ s v => pmul gcmp g_sv (gsn s) (gvn v)
  | GVHad _ u v => pmul gcmp g_vv (gvn u) (gvn v)
  | GVPow _ v k => ppow gcmp g_vv one_g (gvn v) k
  | GVMul r c A v => pmul gcmp (g_apply r c) (gmn A) (gvn v)
  | GVTr _ r => grn r
  | GVCol _ c => pmap gcmp g_diagonal (gcn c)
  end
with grn d (t : gro d) {struct t} : poly graph :=
  match t with
  | GR0 _ => [::]
  | GRTr _ v => gvn v
  | GRAdd _ u v => padd gcmp (grn u) (grn v)
  | GRSub _ u v => psub gcmp (grn u) (grn v)
  | GROpp _ u => popp gcmp (grn u)
  | GRScale _ s v => pmul gcmp g_sv (gsn s) (grn v)
  | GRMul r c u A => pmul gcmp (g_apply_row r c) (grn u) (gmn A)
  end
with gmn r c (t : gma r c) {struct t} : poly graph :=
  match t with
  | GM0 _ _ => [::]
  | GMId _ => gone Same [::]
  | GMS r c k => gone Free [:: (EM r c k 0 1, 1%N)]
  | GMScal _ s => pmap gcmp g_scal (gsn s)
  | GMDiag _ v => pmap gcmp g_diag (gvn v)
  | GMOuter _ _ u r => pmul gcmp g_outer (gvn u) (grn r)
  | GMAdd _ _ A B => padd gcmp (gmn A) (gmn B)
  | GMSub _ _ A B => psub gcmp (gmn A) (gmn B)
  | GMOpp _ _ A => popp gcmp (gmn A)
  | GMScale _ _ s A => pmul gcmp g_sm (gsn s) (gmn A)
  | GMMul r k c A B => pmul gcmp (g_mul r k c) (gmn A) (gmn B)
  | GMPow d A k => ppow gcmp (g_mul d d d) (G Same [::] [::] [::]) (gmn A) k
  | GMTr _ _ A => pmap gcmp g_tr (gmn A)
  | GMHad _ _ A B => pmul gcmp g_had (gmn A) (gmn B)
  | GMMat _ _ c => gcn c
  end
with gcn r c (t : gco r c) {struct t} : poly graph :=
  match t with
  | GCS _ _ s => pmap gcmp g_cs (gsn s)
  | GCI _ _ v => pmap gcmp g_ci (gvn v)
  | GCJ _ _ v => pmap gcmp g_cj (gvn v)
  | GCE _ _ A => gmn A
  | GCD _ => gone Same [::]
  | GCAdd _ _ c d => padd gcmp (gcn c) (gcn d)
  | GCSub _ _ c d => psub gcmp (gcn c) (gcn d)
  | GCOpp _ _ c => popp gcmp (gcn c)
  | GCMul _ _ c d => pmul gcmp g_had (gcn c) (gcn d)
  | GCPow _ _ c k => ppow gcmp g_had one_g (gcn c) k
  | GCSumJ r c k t => pmap gcmp (g_sumj r k) (gcn t)
  end.

(* ---------------------------------------------------------------------------------------------------------------- *)
(* 6. Meaning *)

Fixpoint gsval (F : numFieldType) sz (e : genv F sz) (t : gsc) {struct t} : F :=
  match t with
  | GS0 => 0
  | GS1 => 1
  | GSNat k => k%:R
  | GSN d => (sz d).+1%:R
  | GSP k => nth 0 (gpars e) k
  | GSAdd p q => gsval e p + gsval e q
  | GSSub p q => gsval e p - gsval e q
  | GSOpp p => - gsval e p
  | GSMul p q => gsval e p * gsval e q
  | GSPow p k => gsval e p ^+ k
  | GSDivNat p k => gsval e p / k%:R
  | GSDot _ u v => dot (gvval e u) (gvval e v)
  | GSEntry _ r v => (grval e r *m gvval e v) 0 0
  | GSTr _ A => \tr (gmval e A)
  | GSSum _ c => \sum_i gcval e c i i
  end
with gvval (F : numFieldType) sz (e : genv F sz) d (t : gve d) {struct t} : 'cV[F]_(sz d).+1 :=
  match t in gve d return 'cV[F]_(sz d).+1 with
  | GV0 _ => 0
  | GV1 _ => ones
  | GVS d k => nth 0 (gvecs e d) k
  | GVAdd _ u v => gvval e u + gvval e v
  | GVSub _ u v => gvval e u - gvval e v
  | GVOpp _ v => - gvval e v
  | GVScale _ s v => gsval e s *: gvval e v
  | GVHad _ u v => hadamard (gvval e u) (gvval e v)
  | GVPow _ v k => vpow (gvval e v) k
  | GVMul _ _ A v => gmval e A *m gvval e v
  | GVTr _ r => (grval e r)^T
  | GVCol _ c => \col_i gcval e c i i
  end
with grval (F : numFieldType) sz (e : genv F sz) d (t : gro d) {struct t} : 'rV[F]_(sz d).+1 :=
  match t in gro d return 'rV[F]_(sz d).+1 with
  | GR0 _ => 0
  | GRTr _ v => (gvval e v)^T
  | GRAdd _ u v => grval e u + grval e v
  | GRSub _ u v => grval e u - grval e v
  | GROpp _ u => - grval e u
  | GRScale _ s u => gsval e s *: grval e u
  | GRMul _ _ r A => grval e r *m gmval e A
  end
with gmval (F : numFieldType) sz (e : genv F sz) r c (t : gma r c) {struct t} : 'M[F]_((sz r).+1, (sz c).+1) :=
  match t in gma r c return 'M[F]_((sz r).+1, (sz c).+1) with
  | GM0 _ _ => 0
  | GMId _ => 1%:M
  | GMS r c k => nth 0 (gmats e r c) k
  | GMScal _ s => (gsval e s)%:M
  | GMDiag _ v => diag (gvval e v)
  | GMOuter _ _ u r => gvval e u *m grval e r
  | GMAdd _ _ A B => gmval e A + gmval e B
  | GMSub _ _ A B => gmval e A - gmval e B
  | GMOpp _ _ A => - gmval e A
  | GMScale _ _ s A => gsval e s *: gmval e A
  | GMMul _ _ _ A B => gmval e A *m gmval e B
  | GMPow _ A k => gmval e A ^+ k
  | GMTr _ _ A => (gmval e A)^T
  | GMHad _ _ A B => hadamard (gmval e A) (gmval e B)
  | GMMat _ _ c => \matrix_(i, j) gcval e c i j
  end
with gcval (F : numFieldType) sz (e : genv F sz) r c (t : gco r c) {struct t} : 'I_(sz r).+1 -> 'I_(sz c).+1 -> F :=
  match t in gco r c return 'I_(sz r).+1 -> 'I_(sz c).+1 -> F with
  | GCS _ _ s => fun _ _ => gsval e s
  | GCI _ _ v => fun i _ => gvval e v i 0
  | GCJ _ _ v => fun _ j => gvval e v j 0
  | GCE _ _ A => fun i j => gmval e A i j
  | GCD _ => fun i j => (i == j)%:R
  | GCAdd _ _ c d => fun i j => gcval e c i j + gcval e d i j
  | GCSub _ _ c d => fun i j => gcval e c i j - gcval e d i j
  | GCOpp _ _ c => fun i j => - gcval e c i j
  | GCMul _ _ c d => fun i j => gcval e c i j * gcval e d i j
  | GCPow _ _ c k => fun i j => gcval e c i j ^+ k
  | GCSumJ _ _ _ c => fun i _ => \sum_k gcval e c i k
  end.

(* ---------------------------------------------------------------------------------------------------------------- *)
(* 7. Soundness of the normal forms *)

Section GSound.
Variables (F : numFieldType) (sz : nat -> nat) (e : genv F sz).
Notation D d := (sz d).+1.
Notation sV := (gs_val e).
Notation vV := (gv_val e).
Notation mV := (gm_val e).

Lemma bv_free i j es : bv e (G Free [::] [::] es) i j = ev e [:: i; j] es.
Proof. by rewrite /bv /pv /= big_nil mul1r. Qed.

Theorem gnormal_sound :
  (forall t, gsval e t = pval sV (gsn t)) /\
  (forall d (t : gve d) (i : 'I_(D d)), gvval e t i 0 = pval (vV (val i)) (gvn t)) /\
  (forall d (t : gro d) (j : 'I_(D d)), grval e t 0 j = pval (vV (val j)) (grn t)) /\
  (forall r c (t : gma r c) (i : 'I_(D r)) (j : 'I_(D c)), gmval e t i j = pval (mV r c (val i) (val j)) (gmn t)) /\
  (forall r c (t : gco r c) (i : 'I_(D r)) (j : 'I_(D c)), gcval e t i j = pval (mV r c (val i) (val j)) (gcn t)).
Proof.
have one i j : bv e (G Free [::] [::] [::]) i j = 1 by rewrite bv_free /ev big_nil.
have d1 d (i j : 'I_(D d)) : mV d d (val i) (val j) (G Same [::] [::] [::]) = (i == j)%:R.
  by rewrite /gm_val /= eqxx /= [bv _ _ _ _](bv_one e) mulr1.
have par a : pval sV (gpar a) = pat e a.
  by rewrite pval_one /gs_val /zero_or /= /bv /= /pv big_seq1 expr1 /ev big_nil mulr1.
apply: gterms_ind => /=.
(* scalars *)
- by rewrite pval_nil.
- by rewrite pval_one /gs_val /zero_or /= one.
- by move=> k; rewrite (sorted_sumE _ gcmpP) pval_cons pval_nil qv_nat /gs_val /zero_or /= one mulr1 addr0.
- by move=> d; rewrite par.
- by move=> k; rewrite par.
- by move=> p Hp q Hq; rewrite Hp Hq (paddE _ gcmpP).
- by move=> p Hp q Hq; rewrite Hp Hq (psubE _ gcmpP).
- by move=> p Hp; rewrite Hp (poppE _ gcmpP).
- by move=> p Hp q Hq; rewrite Hp Hq (pmulE gcmpP _ _ (g_ssE e)).
- move=> p Hp k; rewrite Hp (ppowE gcmpP _ _ (g_ssE e)) //.
  by rewrite /gs_val /zero_or /= bv_one.
- by move=> p Hp k; rewrite Hp (pscaleE _ gcmpP) qv_invnat mulrC.
- move=> d u Hu v Hv; rewrite (pmulE_sum gcmpP _ _ (g_dotE e d)) /dot.
  by apply: eq_bigr => i _; rewrite Hu Hv.
- move=> d u Hu v Hv; rewrite (pmulE_sum gcmpP _ _ (g_dotE e d)) mxE.
  by apply: eq_bigr => i _; rewrite Hu Hv.
- by move=> d A HA; rewrite (pmapE_sum gcmpP _ (g_traceE e d)) /mxtrace; apply: eq_bigr => i _; rewrite HA.
- by move=> d c Hc; rewrite (pmapE_sum gcmpP _ (g_traceE e d)); apply: eq_bigr => i _; rewrite Hc.
(* columns *)
- by move=> d i; rewrite mxE pval_nil.
- by move=> d i; rewrite mxE pval_one /gv_val /zero_or /= one.
- by move=> d k i; rewrite pval_one /gv_val /zero_or /= bv_free /ev big_seq1 expr1 /= /vent valK.
- by move=> d u Hu v Hv i; rewrite mxE Hu Hv (paddE _ gcmpP).
- by move=> d u Hu v Hv i; rewrite !mxE Hu Hv (psubE _ gcmpP).
- by move=> d u Hu i; rewrite mxE Hu (poppE _ gcmpP).
- by move=> d s Hs v Hv i; rewrite mxE Hs Hv (pmulE gcmpP _ _ (g_svE e (val i))).
- by move=> d u Hu v Hv i; rewrite mxE Hu Hv (pmulE gcmpP _ _ (g_vvE e (val i))).
- move=> d v Hv k i; rewrite mxE Hv (ppowE gcmpP _ _ (g_vvE e (val i))) //.
  by rewrite /gv_val /zero_or /= bv_one.
- move=> r c A HA v Hv i; rewrite mxE (pmulE_sum gcmpP _ _ (fun a b => @g_applyE _ _ e r c _ a b (ltn_ord i))).
  by apply: eq_bigr => k _; rewrite HA Hv.
- by move=> d r Hr i; rewrite mxE Hr.
- by move=> d c Hc i; rewrite mxE Hc (pmapE gcmpP _ (g_diagonalE e d (val i))).
(* rows *)
- by move=> d j; rewrite mxE pval_nil.
- by move=> d v Hv j; rewrite mxE Hv.
- by move=> d u Hu v Hv j; rewrite mxE Hu Hv (paddE _ gcmpP).
- by move=> d u Hu v Hv j; rewrite !mxE Hu Hv (psubE _ gcmpP).
- by move=> d u Hu j; rewrite mxE Hu (poppE _ gcmpP).
- by move=> d s Hs v Hv j; rewrite mxE Hs Hv (pmulE gcmpP _ _ (g_svE e (val j))).
- move=> r c u Hu A HA j; rewrite mxE (pmulE_sum gcmpP _ _ (fun a b => @g_apply_rowE _ _ e r c _ a b (ltn_ord j))).
  by apply: eq_bigr => k _; rewrite HA Hu.
(* matrices *)
- by move=> r c i j; rewrite mxE pval_nil.
- by move=> d i j; rewrite mxE pval_one d1.
- by move=> r c k i j; rewrite pval_one /gm_val /= bv_free /ev big_seq1 expr1 /= /ment !valK.
- move=> d s Hs i j; rewrite mxE Hs; transitivity (pval (fun a => (val i == val j)%:R * sV a) (gsn s)).
    by rewrite -mulr_natl /pval mulr_sumr; apply: eq_bigr => x _; rewrite mulrCA val_eqE.
  by symmetry; apply: (pmapE gcmpP) => a; exact: g_scalE.
- move=> d v Hv i j; rewrite !mxE Hv; transitivity (pval (fun a => (val i == val j)%:R * vV (val i) a) (gvn v)).
    by rewrite -mulr_natl /pval mulr_sumr; apply: eq_bigr => x _; rewrite mulrCA val_eqE.
  by symmetry; apply: (pmapE gcmpP) => a; exact: g_diagE.
- by move=> r c u Hu v Hv i j; rewrite mxE big_ord1 Hu Hv (pmulE gcmpP _ _ (g_outerE e r c (val i) (val j))).
- by move=> r c A HA B HB i j; rewrite mxE HA HB (paddE _ gcmpP).
- by move=> r c A HA B HB i j; rewrite !mxE HA HB (psubE _ gcmpP).
- by move=> r c A HA i j; rewrite mxE HA (poppE _ gcmpP).
- by move=> r c s Hs A HA i j; rewrite mxE Hs HA (pmulE gcmpP _ _ (g_smE e r c (val i) (val j))).
- move=> r k c A HA B HB i j.
  rewrite mxE (pmulE_sum gcmpP _ _ (fun a b => @g_mulE _ _ e r k c _ _ a b (ltn_ord i) (ltn_ord j))).
  by apply: eq_bigr => x _; rewrite HA HB.
- move=> d A HA k; elim: k => [|k IH] i j; first by rewrite expr0 mxE /ppow /= pval_one d1.
  rewrite exprS /ppow /= (pmulE_sum gcmpP _ _ (fun a b => @g_mulE _ _ e d d d _ _ a b (ltn_ord i) (ltn_ord j))) mxE.
  by apply: eq_bigr => l _; rewrite HA IH.
- by move=> r c A HA i j; rewrite mxE HA (pmapE gcmpP _ (g_trE e c r (val i) (val j))).
- by move=> r c A HA B HB i j; rewrite mxE HA HB (pmulE gcmpP _ _ (g_hadE e r c (val i) (val j))).
- by move=> r c t Ht i j; rewrite mxE Ht.
(* components *)
- by move=> r c s Hs i j; rewrite Hs (pmapE gcmpP _ (g_csE e r c (val i) (val j))).
- by move=> r c v Hv i j; rewrite Hv (pmapE gcmpP _ (g_ciE e r c (val i) (val j))).
- by move=> r c v Hv i j; rewrite Hv (pmapE gcmpP _ (g_cjE e r c (val i) (val j))).
- by move=> r c A HA i j; rewrite HA.
- by move=> d i j; rewrite pval_one d1.
- by move=> r c t Ht u Hu i j; rewrite Ht Hu (paddE _ gcmpP).
- by move=> r c t Ht u Hu i j; rewrite Ht Hu (psubE _ gcmpP).
- by move=> r c t Ht i j; rewrite Ht (poppE _ gcmpP).
- by move=> r c t Ht u Hu i j; rewrite Ht Hu (pmulE gcmpP _ _ (g_hadE e r c (val i) (val j))).
- move=> r c t Ht k i j; rewrite Ht (ppowE gcmpP _ _ (g_hadE e r c (val i) (val j))) //.
  by rewrite /gm_val /= bv_one.
- move=> r c k t Ht i j; rewrite (pmapE_sum gcmpP _ (fun a => @g_sumjE _ _ e r k c _ (val j) a (ltn_ord i))).
  by apply: eq_bigr => x _; rewrite Ht.
Qed.

Definition gsnE := gnormal_sound.1.
Definition gvnE := gnormal_sound.2.1.
Definition grnE := gnormal_sound.2.2.1.
Definition gmnE := gnormal_sound.2.2.2.1.
Definition gcnE := gnormal_sound.2.2.2.2.
End GSound.

(* ---------------------------------------------------------------------------------------------------------------- *)
(* 8. Side relations *)

Local Close Scope ring_scope.

(* Equations between scalars, vectors, matrices, each used as a rewrite rule for the monomial lead. *)
Inductive grel : Type :=
| GRS of gsc & gsc & gsc
| GRV d of gve d & gve d & gve d
| GRM r c of gma r c & gma r c & gma r c.

(* A compiled rule: the dimensions of the free indices (None: no such index), the graph to find, what replaces it. *)
Record grule := GRule { rd0 : option nat; rd1 : option nat; rL : graph; rR : poly graph }.

Definition is_free (g : graph) : bool := if lk g is Free then true else false.
Definition compile (d0 d1 : option nat) (lead p : poly graph) : seq grule :=
  if lead is [:: (k, _)] then
    let r := solve gcmp k p in
    if is_free k && (d1 || all (fun x => is_free x.1) r) then [:: GRule d0 d1 k r] else [::]
  else [::].
Fixpoint grules (rs : seq grel) : seq grule :=
  match rs with
  | [::] => [::]
  | GRS k l r :: rs' => compile None None (gsn k) (psub gcmp (gsn l) (gsn r)) ++ grules rs'
  | GRV d k u v :: rs' => compile (Some d) None (gvn k) (psub gcmp (gvn u) (gvn v)) ++ grules rs'
  | GRM r c k A B :: rs' => compile (Some r) (Some c) (gmn k) (psub gcmp (gmn A) (gmn B)) ++ grules rs'
  end.

(* Removing the first bound index, known to equal the index p. *)
Definition merge_ref (p q : nat) : nat := if q == 2 then down p else down q.
Definition identify (p : nat) (g : graph) : graph := G (lk g) (gp g) (behead (gd g)) (ren (merge_ref p) (ge g)).

(* g is g0 joined to the graph of a rule at the references p and q: this is checked, not believed. *)
Definition leg_dim (dI dJ : option nat) (ds : seq nat) (p : option nat) : option nat :=
  match p with
  | None => None | Some 0 => dI | Some 1 => dJ
  | Some q.+2 => if q < size ds then Some (nth 0%N ds q) else None
  end.
(* What to do with a term delta_pq * x of a rule: identify p and q. *)
Definition plug (g g0 : graph) (p q : option nat) : option (graph -> graph) :=
  let free := join (lk g) [::] i_ j_ p q g0 in
  let identified r := join (lk g) [::] i_ j_ (Some (down r)) (Some (down r)) (identify r g0) in
  match p, q with
  | Some p', Some q' =>
    if p' == q' then Some free
    else if (q' == 2) && (0 < size (gd g0)) then Some (identified p')
    else if (p' == 2) && (0 < size (gd g0)) then Some (identified q')
    else if [&& is_free g, p' < 2 & q' < 2] then Some (fun x => relabel Same [::] i_ i_ (free x))
    else None
  | _, _ => None
  end.
Definition apply_at (dI dJ : option nat) (rule : grule) (g g0 : graph) (p q : option nat) : option (poly graph) :=
  if (if gcmp (canon (join_at (lk g) [::] i_ j_ p q g0 (rL rule))) g is Eq then true else false)
     && (leg_dim dI dJ (gd g0) p == rd0 rule) && (leg_dim dI dJ (gd g0) q == rd1 rule)
     && inside (2 + size (gd g0)) p && inside (2 + size (gd g0)) q
  then
    let free := join (lk g) [::] i_ j_ p q g0 in
    if all (fun x => is_free x.1) (rR rule) then Some [seq (free x.1, x.2) | x <- rR rule]
    else if rd0 rule && (rd0 rule == rd1 rule) then
      omap (fun f => [seq (match lk x.1 with Free => free x.1 | Same => f x.1 | Zero => zero_g end, x.2)
                     | x <- rR rule]) (plug g g0 p q)
    else None
  else None.

(* The search for g0, p, q: match the edges of the rule one after the other. *)
Fixpoint lookup (v : nat) (s : seq (nat * nat)) : option nat :=
  if s is (v', w) :: s' then if v == v' then Some w else lookup v s' else None.
Definition assign (v w : nat) (s : seq (nat * nat)) : option (seq (nat * nat)) :=
  if lookup v s is Some w' then if w == w' then Some s else None else Some ((v, w) :: s).
Definition match1 (x y : edge) (s : seq (nat * nat)) : option (seq (nat * nat)) :=
  match x, y with
  | EV d k p, EV d' k' p' => if (d == d') && (k == k') then assign p p' s else None
  | EM r c k p q, EM r' c' k' p' q' =>
    if [&& r == r', c == c' & k == k'] then obind (assign q q') (assign p p' s) else None
  | _, _ => None
  end.
Definition nothing : edge * nat := (EV 0 0 0, 0%N).
Fixpoint match_all (L es : edges) (s : seq (nat * nat)) : seq (seq (nat * nat) * edges) :=
  match L with
  | [::] => [:: (s, es)]
  | (x, n) :: L' =>
    flatten [seq (let y := nth nothing es k in
                  if n <= y.2 then
                    if match1 x y.1 s is Some s' then
                      match_all L' (take k es ++ (if y.2 == n then [::] else [:: (y.1, y.2 - n)]) ++ drop k.+1 es)%N s'
                    else [::]
                  else [::]) | k <- iota 0 (size es)]
  end%N.

Fixpoint first_some T U (f : T -> option U) (s : seq T) : option U :=
  if s is x :: s' then if f x is Some y then Some y else first_some f s' else None.

(* A rule like S^T = S runs in circles unless it is used in one direction only: to smaller graphs. *)
Definition turns (rule : grule) : bool :=
  match ge (rL rule), rR rule with
  | [:: (EM r _ k p q, _)], [:: (h, _)] =>
    if ge h is [:: (EM r' _ k' p' q', _)] then [&& r == r', k == k', p == q' & q == p'] else false
  | _, _ => false
  end.
Definition smaller (g : graph) (t : option (poly graph)) : bool :=
  if t is Some [:: (h, _)] then (if gcmp h g is Lt then true else false) else false.

Definition try_match (dI dJ : option nat) (rule : grule) (g : graph) (rest : pmon) (m : seq (nat * nat) * edges) :=
  let: (s, es) := m in
  let gone := [seq vw.2 | vw <- s & 1 < vw.1] in
  let q := lookup 1 s in
  let kept := [seq k <- iota 2 (size (gd g)) | k \notin gone] in
  (* a bound index at q, or else at p, comes first, so that it can be identified *)
  let front o ks := if o is Some r then if r \in ks then r :: rem r ks else ks else ks in
  let kept := front q (front (lookup 0 s) kept) in
  let f k := if k < 2 then k else (index k kept).+2 in
  let g0 := G (lk g) rest [seq nth 0 (gd g) k.-2 | k <- kept] (ren f es) in
  let t := apply_at dI dJ rule g g0 (omap f (lookup 0 s)) (omap f q) in
  if turns rule && ~~ smaller g t then None else t.

Definition g_rule (dI dJ : option nat) (g : graph) (rule : grule) : option (poly graph) :=
  if divide pcmp (gp g) (gp (rL rule)) is Some rest then
    first_some (try_match dI dJ rule g rest) (match_all (ge (rL rule)) (ge g) [::])
  else None.
Definition g_step (rules : seq grule) (dI dJ : option nat) (g : graph) : option (poly graph) :=
  first_some (g_rule dI dJ g) rules.

Local Open Scope ring_scope.

Section GRules.
Variables (F : numFieldType) (sz : nat -> nat) (e : genv F sz).
Notation D d := (sz d).+1.

Fixpoint grels_hold (rs : seq grel) : Prop :=
  match rs with
  | [::] => True
  | GRS _ l r :: rs' => gsval e l = gsval e r /\ grels_hold rs'
  | GRV _ _ u v :: rs' => gvval e u = gvval e v /\ grels_hold rs'
  | GRM _ _ _ A B :: rs' => gmval e A = gmval e B /\ grels_hold rs'
  end.

Definition leg_in (d : option nat) (x : nat) : Prop := if d is Some d then (x < D d)%N else x = 0%N.
Definition r_val (d0 d1 : option nat) (x y : nat) (b : graph) : F :=
  match lk b with Free => bv e b x y | Same => ((d0 == d1) && (x == y))%:R * bv e b x y | Zero => 0 end.
Definition rule_ok (r : grule) : Prop := forall x y, leg_in (rd0 r) x -> leg_in (rd1 r) y ->
  bv e (rL r) x y = pval (r_val (rd0 r) (rd1 r) x y) (rR r).
Fixpoint rules_ok (s : seq grule) : Prop := if s is r :: s' then rule_ok r /\ rules_ok s' else True.

Lemma pval_free d0 d1 x y p : all (fun t => is_free t.1) p ->
  pval (r_val d0 d1 x y) p = pval (fun b => bv e b x y) p.
Proof.
elim: p => [|[b c] p IH]; first by rewrite !pval_nil.
by case/andP => Hb Hp; rewrite !pval_cons IH // /r_val; move: Hb; rewrite /is_free /=; case: (lk b).
Qed.

Lemma pval_free' (V : graph -> F) d0 d1 x y p : (forall b, is_free b -> V b = bv e b x y) ->
  all (fun t => is_free t.1) p -> pval V p = pval (r_val d0 d1 x y) p.
Proof.
move=> H; elim: p => [|[b c] p IH]; first by rewrite !pval_nil.
by case/andP => Hb Hp; rewrite !pval_cons IH // H // /r_val; move: Hb; rewrite /is_free /=; case: (lk b).
Qed.

Lemma rules_cat s t : rules_ok s -> rules_ok t -> rules_ok (s ++ t).
Proof. by elim: s => [|r s IH] //= [Hr Hs] Ht; split=> //; apply: IH. Qed.

Lemma grulesE rs : grels_hold rs -> rules_ok (grules rs).
Proof.
elim: rs => [|[k l r|d k u v|r c k A B] rs IH] //= [H /IH Hrs]; apply: rules_cat => //; rewrite /compile.
- case: (gsn k) => [|[b q] [|]] //; case Hb: (is_free b) => //=; case: ifP => // Hf; split=> // _ _ /= -> ->.
  have Z : pval (gs_val e) (psub gcmp (gsn l) (gsn r)) = 0 by rewrite (psubE _ gcmpP) -!gsnE H subrr.
  have V a : is_free a -> gs_val e a = bv e a 0 0 by rewrite /is_free /gs_val /zero_or /is0; case: (lk a).
  by rewrite -(V _ Hb) (solveE gcmpP b Z) (pval_free' None None V).
- case: (gvn k) => [|[b q] [|]] //; case Hb: (is_free b) => //=; case: ifP => // Hf; split=> // x _ /= lt ->.
  have Z : pval (gv_val e x) (psub gcmp (gvn u) (gvn v)) = 0.
    by rewrite (psubE _ gcmpP) -!(gvnE e _ (Ordinal lt)) H subrr.
  have V a : is_free a -> gv_val e x a = bv e a x 0 by rewrite /is_free /gv_val /zero_or /is0; case: (lk a).
  by rewrite -(V _ Hb) (solveE gcmpP b Z) (pval_free' (Some d) None V).
- case: (gmn k) => [|[b q] [|]] //; case Hb: (is_free b) => //=; split=> // x y /= ltx lty.
  have Z : pval (gm_val e r c x y) (psub gcmp (gmn A) (gmn B)) = 0.
    by rewrite (psubE _ gcmpP) -!(gmnE e _ (Ordinal ltx) (Ordinal lty)) H subrr.
  have -> : bv e b x y = gm_val e r c x y b by move: Hb; rewrite /is_free /gm_val; case: (lk b).
  by rewrite (solveE gcmpP b Z) /pval; apply: eq_bigr => t _; congr (_ * _).
Qed.

(* Sums over bound indices: only values in range matter. *)
Definition in_range (ds rho : seq nat) : bool := all2 (fun d x => x < D d)%N ds rho.
Lemma bs_ext_in ds (f h : seq nat -> F) : (forall rho, in_range ds rho -> f rho = h rho) -> bs sz ds f = bs sz ds h.
Proof.
elim: ds f h => [|d ds IH] f h H /=; first exact: H.
apply: eq_bigr => x _; apply: IH => rho E; apply: H.
by rewrite /in_range /= ltn_ord.
Qed.
Lemma bs_exchange ds (T : finType) (f : T -> seq nat -> F) :
  \sum_t bs sz ds (f t) = bs sz ds (fun rho => \sum_t f t rho).
Proof.
elim: ds f => [|d ds IH] f //=; rewrite exchange_big; apply: eq_bigr => x _.
exact: (IH (fun t rho => f t (val x :: rho))).
Qed.
Lemma nth_range ds rho k : in_range ds rho -> (k < size ds)%N -> (nth 0 rho k < D (nth 0 ds k))%N.
Proof.
rewrite /in_range; elim: ds rho k => [|d ds IH] [|x rho] //= [|k] /andP [Hx H] lt //; exact: IH.
Qed.

Lemma leg_dimE dI dJ ds p i j rho d : leg_in dI i -> leg_in dJ j -> in_range ds rho ->
  inside (2 + size ds) p -> leg_dim dI dJ ds p = d -> leg_in d (at_ [:: i, j & rho] p).
Proof.
move=> Hi Hj R; case: p => [[|[|k]]|] /= I <- //.
by move: I; rewrite !ltnS => I; rewrite I; exact: nth_range.
Qed.

(* Joining at existing indices. *)
Lemma attachE l p q g b i j : inside (2 + size (gd g)) p -> inside (2 + size (gd g)) q ->
  bv e (join_at l [::] i_ j_ p q g b) i j =
  pv e (gp g) * bs sz (gd g) (fun x => ev e [:: i, j & x] (ge g) *
     bv e b (at_ [:: i, j & x] p) (at_ [:: i, j & x] q)).
Proof.
move=> Hp Hq; rewrite join_atE //= -mulrA -bs_mull; congr (_ * _).
by apply: bs_ext => x _; rewrite mulrCA.
Qed.

Lemma identifyE l p d ds g b i j : gd g = d :: ds -> p != 2%N -> (p < 2 + size (gd g))%N ->
  (forall rho, in_range (gd g) rho -> nth 0 [:: i, j & rho] p < D d)%N ->
  pv e (gp g) * bs sz (gd g) (fun x => ev e [:: i, j & x] (ge g) *
     ((nth 0%N [:: i, j & x] p == nth 0%N [:: i, j & x] 2)%:R *
       bv e b (nth 0%N [:: i, j & x] p) (nth 0%N [:: i, j & x] 2)))
  = bv e (join_at l [::] i_ j_ (Some (down p)) (Some (down p)) (identify p g) b) i j.
Proof.
move=> Eg p2 ltp R.
have ltd : (down p < 2 + size ds)%N by move: ltp p2; rewrite Eg; case: (p) => [|[|[|k]]].
rewrite attachE /identify /= Eg //=; congr (_ * _).
rewrite bs_exchange; apply: bs_ext_in => rho Hrho.
have E x : nth 0%N [:: i, j, x & rho] p = nth 0%N [:: i, j & rho] (down p) by move: p2; case: (p) => [|[|[|k]]].
set P := nth 0%N [:: i, j & rho] (down p).
have ltP : (P < D d)%N.
  by rewrite /P -(E 0%N); apply: R; rewrite Eg; exact: Hrho.
under eq_bigr => x _ do rewrite E -/P mulrCA.
rewrite (eq_bigr (fun x : 'I_(D d) =>
    ((d == d) && (P == val x))%:R * (ev e [:: i, j, val x & rho] (ge g) * bv e b P (val x))));
  last by move=> x _; rewrite eqxx.
rewrite (sum_same d (fun x => ev e [:: i, j, x & rho] (ge g) * bv e b P x) ltP) eqxx; congr (_ * _).
symmetry; apply: ev_ren => y; apply: eval_ren => r.
by rewrite /merge_ref; case: eqP => [->|] //; case: r => [|[|[|r]]].
Qed.

Lemma delta_swap x y b : (x == y)%:R * bv e b x y = (y == x)%:R * bv e b y x.
Proof. by rewrite eq_sym; case: (@eqP _ y x) => [->|_] //; rewrite !mul0r. Qed.

Lemma plugE (coef : link -> F) (dI dJ d0 d1 : option nat) g g0 p q f x i j :
  leg_in dI i -> leg_in dJ j -> (dI -> dJ -> coef Same = ((dI == dJ) && (i == j))%:R * coef Free) ->
  inside (2 + size (gd g0)) p -> inside (2 + size (gd g0)) q ->
  leg_dim dI dJ (gd g0) p = d0 -> leg_dim dI dJ (gd g0) q = d1 -> d0 = d1 -> d0 -> lk x = Same ->
  plug g g0 p q = Some f ->
  coef (lk g) * (pv e (gp g0) * bs sz (gd g0) (fun y => ev e [:: i, j & y] (ge g0) *
     r_val d0 d1 (at_ [:: i, j & y] p) (at_ [:: i, j & y] q) x))
  = coef (lk (f x)) * bv e (f x) i j.
Proof.
move=> Hi Hj coefS; case: p => [p|]; case: q => [q|] //= Ip Iq Hp Hq Ed d0_some L.
have R y : r_val d0 d1 (nth 0%N [:: i, j & y] p) (nth 0%N [:: i, j & y] q) x
  = (nth 0%N [:: i, j & y] p == nth 0%N [:: i, j & y] q)%:R *
    bv e x (nth 0%N [:: i, j & y] p) (nth 0%N [:: i, j & y] q).
  by rewrite /r_val L Ed eqxx.
rewrite (@bs_ext _ _ _ _ _ (fun y _ => congr1 _ (R y))); case: eqP => [Epq|npq].
  case=> <-; rewrite lk_join; congr (_ * _); rewrite canonE attachE //= Epq; congr (_ * _).
  by apply: bs_ext => y _; rewrite eqxx mul1r.
case: ifP => [/andP [/eqP E2 pos]|_].
  move: npq pos; rewrite E2 => npq; case E0: (gd g0) => [|d ds] // _ [<-]; rewrite lk_join canonE -E0.
  rewrite (@identifyE (lk g) p d ds g0 x i j E0) //; first exact/eqP.
  by move=> rho Rr; have := leg_dimE (p := Some p) Hi Hj Rr Ip Hp; rewrite Ed -Hq E2 /= E0.
case: ifP => [/andP [/eqP E2 pos]|_].
  move: npq pos; rewrite E2 => npq; case E0: (gd g0) => [|d ds] // _ [<-]; rewrite lk_join canonE -E0.
  rewrite -(@identifyE (lk g) q d ds g0 x i j E0) //; last first.
  - by move=> rho Rr; have := leg_dimE (p := Some q) Hi Hj Rr Iq Hq; rewrite -Ed -Hp E2 /= E0.
  - by apply/eqP => H; apply: npq.
  by congr (_ * (_ * _)); apply: bs_ext => y _; rewrite delta_swap.
case: ifP => // /and3P [Fg p2 q2] [<-].
rewrite /relabel lk_join join0 //= bv_one mulr1 canonE attachE //=.
have -> : lk g = Free by move: Fg; rewrite /is_free; case: (lk g).
have dd y : (nth 0%N [:: i, j & y] p == nth 0%N [:: i, j & y] q) = (i == j).
  by move: p2 q2 npq; case: (p) => [|[|?]] //; case: (q) => [|[|?]] //= _ _ _; rewrite eq_sym.
have [dI1 dJ1 EIJ] : [/\ dI : bool, dJ : bool & dI == dJ].
  move: p2 q2 npq Hp Hq Ed d0_some; case: (p) => [|[|?]] //; case: (q) => [|[|?]] //= _ _ _ -> -> -> H.
    by rewrite H eqxx.
  by rewrite H eqxx.
rewrite (coefS dI1 dJ1) EIJ /=; case: eqP dd => [<-|_] dd.
  by rewrite mul1r; congr (_ * (_ * _)); apply: bs_ext => y _; rewrite dd mul1r.
rewrite (@bs_ext _ _ _ _ (fun=> 0 * 0)) ?bs_mull ?mul0r ?mulr0 // => y _.
by rewrite dd !mul0r ?mulr0.
Qed.

(* The value of one rewriting, for each reading of the free indices: coef is what the link contributes. *)
Lemma apply_atE (coef : link -> F) (dI dJ : option nat) r g g0 p q t i j : coef Zero = 0 ->
  (dI -> dJ -> coef Same = ((dI == dJ) && (i == j))%:R * coef Free) ->
  leg_in dI i -> leg_in dJ j -> rule_ok r -> apply_at dI dJ r g g0 p q = Some t ->
  coef (lk g) * bv e g i j = pval (fun b => coef (lk b) * bv e b i j) t.
Proof.
move=> coef0 coefS Hi Hj Hr; rewrite /apply_at; case: ifP => //.
case C: (gcmp _ _) => //= /andP [/andP [/andP [/eqP Hp /eqP Hq] Ip] Iq].
have Eg : bv e g i j = pv e (gp g0) * bs sz (gd g0) (fun x => ev e [:: i, j & x] (ge g0) *
     pval (r_val (rd0 r) (rd1 r) (at_ [:: i, j & x] p) (at_ [:: i, j & x] q)) (rR r)).
  rewrite -(gcmpP C) canonE attachE //; congr (_ * _); apply: bs_ext_in => rho R; congr (_ * _).
  by apply: Hr; [apply: leg_dimE R Ip Hp | apply: leg_dimE R Iq Hq].
(* the sum over the terms of the right-hand side comes out *)
have Ex : bv e g i j = \sum_(x <- rR r) qv F x.2 * (pv e (gp g0) * bs sz (gd g0) (fun y => ev e [:: i, j & y] (ge g0) *
     r_val (rd0 r) (rd1 r) (at_ [:: i, j & y] p) (at_ [:: i, j & y] q) x.1)).
  rewrite Eg /pval; elim: (rR r) => [|x s IH].
    rewrite big_nil (@bs_ext _ _ _ _ (fun=> 0 * 0)) ?bs_mull ?mul0r ?mulr0 // => rho _.
    by rewrite big_nil !mulr0 ?mul0r.
  rewrite big_cons -IH mulrCA -mulrDr; congr (_ * _).
  rewrite -bs_mull.
  have A ds (f h : seq nat -> F) : bs sz ds f + bs sz ds h = bs sz ds (fun rho => f rho + h rho) :> F.
    elim: ds f h => [|d ds IHd] f h //=; rewrite -big_split; apply: eq_bigr => y _; exact: IHd.
  by rewrite A; apply: bs_ext => rho _; rewrite big_cons mulrDr mulrCA.
have Free1 x : lk x = Free -> pv e (gp g0) * bs sz (gd g0) (fun y => ev e [:: i, j & y] (ge g0) *
     r_val (rd0 r) (rd1 r) (at_ [:: i, j & y] p) (at_ [:: i, j & y] q) x)
   = bv e (join (lk g) [::] i_ j_ p q g0 x) i j.
  by move=> E; rewrite canonE attachE //; congr (_ * _); apply: bs_ext => rho _; rewrite /r_val E.
case: ifP => [AF [<-]|_].
  rewrite Ex /pval big_map mulr_sumr; elim: (rR r) AF => [|x s IH]; first by rewrite !big_nil.
  case/andP => Hx Hs; rewrite !big_cons IH // Free1 /= ?lk_join 1?mulrCA //.
  by move: Hx; rewrite /is_free; case: (lk x.1).
case: ifP => // /andP [Rd0 /eqP Edim]; case P: (plug g g0 p q) => [f|] //= [<-].
rewrite Ex /pval big_map mulr_sumr; apply: eq_bigr => x _ /=; rewrite mulrCA; congr (_ * _).
case L: (lk x.1).
- by rewrite Free1 // lk_join.
- exact: plugE Hi Hj coefS Ip Iq Hp Hq Edim Rd0 L P.
- rewrite /= coef0 mul0r (@bs_ext _ _ _ _ (fun=> 0 * 0)) ?bs_mull ?mul0r ?mulr0 // => rho _.
  by rewrite /r_val L !mulr0 ?mul0r.
Qed.

Lemma first_someE T U (f : T -> option U) s y (P : U -> Prop) :
  (forall x z, f x = Some z -> P z) -> first_some f s = Some y -> P y.
Proof. by move=> H; elim: s => [|x s IH] //=; case E: (f x) => [z|] // [<-]; apply: H E. Qed.

Variable rules : seq grule.
Hypothesis Hrules : rules_ok rules.

Lemma g_stepE (coef : link -> F) (dI dJ : option nat) g t i j : coef Zero = 0 ->
  (dI -> dJ -> coef Same = ((dI == dJ) && (i == j))%:R * coef Free) -> leg_in dI i -> leg_in dJ j ->
  g_step rules dI dJ g = Some t -> coef (lk g) * bv e g i j = pval (fun b => coef (lk b) * bv e b i j) t.
Proof.
move=> c0 cS Hi Hj; rewrite /g_step; elim: rules Hrules => [|r s IH] //= [Hr Hs].
case E: (g_rule dI dJ g r) => [z|]; last exact: IH.
case=> <-; move: E; rewrite /g_rule; case: (divide _ _ _) => // rest E.
apply: (first_someE (P := fun z => coef (lk g) * bv e g i j = pval (fun b => coef (lk b) * bv e b i j) z) _ E).
by move=> [m es] z'; rewrite /try_match; case: ifP => // _; exact: apply_atE.
Qed.
End GRules.

(* ---------------------------------------------------------------------------------------------------------------- *)
(* 9. The theorems, one for each kind of equation, and the tactics *)

Definition gs_check (rs : seq grel) (t u : gsc) : bool :=
  nilp (reduce gcmp (g_step (grules rs) None None) fuel (psub gcmp (gsn t) (gsn u))).
Definition gv_check (rs : seq grel) d (t u : gve d) : bool :=
  nilp (reduce gcmp (g_step (grules rs) (Some d) None) fuel (psub gcmp (gvn t) (gvn u))).
Definition gr_check (rs : seq grel) d (t u : gro d) : bool :=
  nilp (reduce gcmp (g_step (grules rs) (Some d) None) fuel (psub gcmp (grn t) (grn u))).
Definition gm_check (rs : seq grel) r c (t u : gma r c) : bool :=
  nilp (reduce gcmp (g_step (grules rs) (Some r) (Some c)) fuel (psub gcmp (gmn t) (gmn u))).
Definition gc_check (rs : seq grel) r c (t u : gco r c) : bool :=
  nilp (reduce gcmp (g_step (grules rs) (Some r) (Some c)) fuel (psub gcmp (gcn t) (gcn u))).

Section GTheorems.
Variables (F : numFieldType) (sz : nat -> nat) (e : genv F sz) (rs : seq grel).
Hypothesis H : grels_hold e rs.
Let HR := grulesE H.

(* What the link of a graph contributes to its value, in the three readings. *)
Let coef (delta : F) (l : link) : F := match l with Free => 1 | Same => delta | Zero => 0 end.

Let s_val g : gs_val e g = coef 1 (lk g) * bv e g 0 0.
Proof. by rewrite /gs_val /zero_or /is0; case: (lk g); rewrite ?mul1r ?mul0r. Qed.
Let v_val i g : gv_val e i g = coef 1 (lk g) * bv e g i 0.
Proof. by rewrite /gv_val /zero_or /is0; case: (lk g); rewrite ?mul1r ?mul0r. Qed.
Let m_val r c i j g : gm_val e r c i j g = coef ((r == c) && (i == j))%:R (lk g) * bv e g i j.
Proof. by rewrite /gm_val; case: (lk g); rewrite ?mul1r ?mul0r. Qed.

Let s_step g p : g_step (grules rs) None None g = Some p -> gs_val e g = pval (gs_val e) p.
Proof.
move=> E; rewrite s_val (g_stepE HR (coef := coef 1) _ _ _ _ E) // /pval.
by apply: eq_bigr => x _; rewrite s_val.
Qed.
Let v_step d i g p : (i < (sz d).+1)%N ->
  g_step (grules rs) (Some d) None g = Some p -> gv_val e i g = pval (gv_val e i) p.
Proof.
move=> lt E; rewrite v_val (g_stepE HR (coef := coef 1) _ _ _ _ E) // /pval.
by apply: eq_bigr => x _; rewrite v_val.
Qed.
Let m_step r c i j g p : (i < (sz r).+1)%N -> (j < (sz c).+1)%N ->
  g_step (grules rs) (Some r) (Some c) g = Some p -> gm_val e r c i j g = pval (gm_val e r c i j) p.
Proof.
move=> lti ltj E; set delta := ((r == c) && (i == j))%:R : F.
have cS : Some r -> Some c -> coef delta Same = ((Some r == Some c) && (i == j))%:R * coef delta Free by rewrite mulr1.
rewrite m_val (g_stepE HR (coef := coef delta) _ cS _ _ E) // /pval.
by apply: eq_bigr => x _; rewrite m_val.
Qed.

Theorem gscalar_identity t u : gs_check rs t u = true -> gsval e t = gsval e u.
Proof. by move=> C; rewrite !(gsnE e) (checkE gcmpP s_step C). Qed.

Theorem gvector_identity d (t u : gve d) : gv_check rs t u = true -> gvval e t = gvval e u.
Proof.
move=> C; apply/matrixP => i j; rewrite ord1 !(gvnE e).
exact: (checkE gcmpP (fun a p => @v_step d _ a p (ltn_ord i)) C).
Qed.

Theorem grow_identity d (t u : gro d) : gr_check rs t u = true -> grval e t = grval e u.
Proof.
move=> C; apply/matrixP => i j; rewrite ord1 !(grnE e).
exact: (checkE gcmpP (fun a p => @v_step d _ a p (ltn_ord j)) C).
Qed.

Theorem gmatrix_identity r c (t u : gma r c) : gm_check rs t u = true -> gmval e t = gmval e u.
Proof.
move=> C; apply/matrixP => i j; rewrite !(gmnE e).
exact: (checkE gcmpP (fun a p => @m_step r c _ _ a p (ltn_ord i) (ltn_ord j)) C).
Qed.

Theorem gcomponent_identity r c (t u : gco r c) : gc_check rs t u = true -> forall i j, gcval e t i j = gcval e u i j.
Proof.
move=> C i j; rewrite !(gcnE e).
exact: (checkE gcmpP (fun a p => @m_step r c _ _ a p (ltn_ord i) (ltn_ord j)) C).
Qed.
End GTheorems.

Lemma gno_rels (F : numFieldType) sz (e : genv F sz) : grels_hold e [::].
Proof. by []. Qed.

(* The tactics; those with _vm compute by the virtual machine: faster on large terms, and one more thing to trust. *)
Ltac derive_gscalar H t u := refine (@gscalar_identity _ _ _ _ H t u _); reflexivity.
Ltac derive_gvector H t u := refine (@gvector_identity _ _ _ _ H _ t u _); reflexivity.
Ltac derive_grow H t u := refine (@grow_identity _ _ _ _ H _ t u _); reflexivity.
Ltac derive_gmatrix H t u := refine (@gmatrix_identity _ _ _ _ H _ _ t u _); reflexivity.
Ltac derive_gcomponent H t u i j := refine (@gcomponent_identity _ _ _ _ H _ _ t u _ i j); reflexivity.
Ltac derive_gscalar_vm H t u := refine (@gscalar_identity _ _ _ _ H t u _); vm_compute; reflexivity.
Ltac derive_gvector_vm H t u := refine (@gvector_identity _ _ _ _ H _ t u _); vm_compute; reflexivity.
Ltac derive_grow_vm H t u := refine (@grow_identity _ _ _ _ H _ t u _); vm_compute; reflexivity.
Ltac derive_gmatrix_vm H t u := refine (@gmatrix_identity _ _ _ _ H _ _ t u _); vm_compute; reflexivity.
Ltac derive_gcomponent_vm H t u i j := refine (@gcomponent_identity _ _ _ _ H _ _ t u _ i j); vm_compute; reflexivity.
