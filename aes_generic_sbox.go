package aes

// This file holds SubBytes and its inverse as circuits over planes. In both, x0
// is the plane of the most significant bit, as in the papers.
//
// A byte is inverted in GF(2⁸) as a pair over GF(2⁴), which is a pair over
// GF(2²) again, so the inversion comes down to 32 ANDs, of which the circuit
// shares out the XORs: J. Boyar and R. Peralta, "A small depth-16 circuit for
// the AES S-box", SEC 2012, whose names the signals keep. A linear layer makes
// the inputs y of the non-linear middle, and another collects its outputs z.
// The affine map of SubBytes lies in the latter, without its constant 0x63.
//
// The inverse S-box is B(S(B(x ⊕ 0x63)) ⊕ 0x63), B being the inverse of the
// linear map in SubBytes, since S inverts in the middle of the two. So it has
// the same middle, between the first layer after B and B after the last; for
// these two, short straight-line programs were searched for with the method of
// J. Boyar, P. Matthews and R. Peralta, "Logic minimization techniques with
// applications to cryptology", Journal of Cryptology 2013.

// subBytes is SubBytes (FIPS 197 §5.1.1) without its constant, on 64 bytes.
func (p *planes) subBytes() {
	x0, x1, x2, x3, x4, x5, x6, x7 := p[7], p[6], p[5], p[4], p[3], p[2], p[1], p[0]

	// The inputs of the middle.
	y14 := x3 ^ x5
	y13 := x0 ^ x6
	y9 := x0 ^ x3
	y8 := x0 ^ x5
	t0 := x1 ^ x2
	y1 := t0 ^ x7
	y4 := y1 ^ x3
	y12 := y13 ^ y14
	y2 := y1 ^ x0
	y5 := y1 ^ x6
	y3 := y5 ^ y8
	t1 := x4 ^ y12
	y15 := t1 ^ x5
	y20 := t1 ^ x1
	y6 := y15 ^ x7
	y10 := y15 ^ t0
	y11 := y20 ^ y9
	y7 := x7 ^ y11
	y17 := y10 ^ y11
	y19 := y10 ^ y8
	y16 := t0 ^ y11
	y21 := y13 ^ y16
	y18 := x0 ^ y16

	// The products that the inverse in GF(2⁴) is made of.
	t2 := y12 & y15
	t3 := y3 & y6
	t4 := t3 ^ t2
	t5 := y4 & x7
	t6 := t5 ^ t2
	t7 := y13 & y16
	t8 := y5 & y1
	t9 := t8 ^ t7
	t10 := y2 & y7
	t11 := t10 ^ t7
	t12 := y9 & y11
	t13 := y14 & y17
	t14 := t13 ^ t12
	t15 := y8 & y10
	t16 := t15 ^ t12
	t17 := t4 ^ t14
	t18 := t6 ^ t16
	t19 := t9 ^ t14
	t20 := t11 ^ t16

	// The inverse in GF(2⁴).
	t21 := t17 ^ y20
	t22 := t18 ^ y19
	t23 := t19 ^ y21
	t24 := t20 ^ y18
	t25 := t21 ^ t22
	t26 := t21 & t23
	t27 := t24 ^ t26
	t28 := t25 & t27
	t29 := t28 ^ t22
	t30 := t23 ^ t24
	t31 := t22 ^ t26
	t32 := t31 & t30
	t33 := t32 ^ t24
	t34 := t23 ^ t33
	t35 := t27 ^ t33
	t36 := t24 & t35
	t37 := t36 ^ t34
	t38 := t27 ^ t36
	t39 := t29 & t38
	t40 := t25 ^ t39
	t41 := t40 ^ t37
	t42 := t29 ^ t33
	t43 := t29 ^ t40
	t44 := t33 ^ t37
	t45 := t42 ^ t41

	// Its products with the inputs.
	z0 := t44 & y15
	z1 := t37 & y6
	z2 := t33 & x7
	z3 := t43 & y16
	z4 := t40 & y1
	z5 := t29 & y7
	z6 := t42 & y11
	z7 := t45 & y17
	z8 := t41 & y10
	z9 := t44 & y12
	z10 := t37 & y3
	z11 := t33 & y4
	z12 := t43 & y13
	z13 := t40 & y5
	z14 := t29 & y2
	z15 := t42 & y9
	z16 := t45 & y14
	z17 := t41 & y8

	// The outputs.
	t46 := z15 ^ z16
	t47 := z10 ^ z11
	t48 := z5 ^ z13
	t49 := z9 ^ z10
	t50 := z2 ^ z12
	t51 := z2 ^ z5
	t52 := z7 ^ z8
	t53 := z0 ^ z3
	t54 := z6 ^ z7
	t55 := z16 ^ z17
	t56 := z12 ^ t48
	t57 := t50 ^ t53
	t58 := z4 ^ t46
	t59 := z3 ^ t54
	t60 := t46 ^ t57
	t61 := z14 ^ t57
	t62 := t52 ^ t58
	t63 := t49 ^ t58
	t64 := z4 ^ t59
	t65 := t61 ^ t62
	t66 := z1 ^ t63
	s0 := t59 ^ t63
	s6 := t56 ^ t62
	s7 := t48 ^ t60
	t67 := t64 ^ t65
	s3 := t53 ^ t66
	s4 := t51 ^ t66
	s5 := t47 ^ t65
	s1 := t64 ^ s3
	s2 := t55 ^ t67

	p[7], p[6], p[5], p[4], p[3], p[2], p[1], p[0] = s0, s1, s2, s3, s4, s5, s6, s7
}

// invSubBytes is InvSubBytes (FIPS 197 §5.3.2) of bytes that had 0x63 added, on 64 bytes.
func (p *planes) invSubBytes() {
	x0, x1, x2, x3, x4, x5, x6, x7 := p[7], p[6], p[5], p[4], p[3], p[2], p[1], p[0]

	// The inputs of the middle.
	y9 := x3 ^ x4
	y18 := x2 ^ y9
	y8 := x0 ^ x1
	y6 := x3 ^ y8
	y1 := x7 ^ y9
	y19 := x3 ^ y1
	y10 := y8 ^ y19
	y14 := x4 ^ y6
	y5 := x0 ^ y6
	y13 := x6 ^ y1
	y2 := y5 ^ y13
	y12 := y14 ^ y13
	y7 := y18 ^ y2
	y16 := y1 ^ y7
	y21 := x6 ^ y7
	y3 := x0 ^ x3
	y4 := x2 ^ y7
	u0 := x0 ^ x5
	y20 := y2 ^ u0
	y0 := x2 ^ u0
	y11 := y9 ^ y20
	y15 := y6 ^ y0
	y17 := y10 ^ y11

	// The products that the inverse in GF(2⁴) is made of.
	t2 := y12 & y15
	t3 := y3 & y6
	t4 := t3 ^ t2
	t5 := y4 & y0
	t6 := t5 ^ t2
	t7 := y13 & y16
	t8 := y5 & y1
	t9 := t8 ^ t7
	t10 := y2 & y7
	t11 := t10 ^ t7
	t12 := y9 & y11
	t13 := y14 & y17
	t14 := t13 ^ t12
	t15 := y8 & y10
	t16 := t15 ^ t12
	t17 := t4 ^ t14
	t18 := t6 ^ t16
	t19 := t9 ^ t14
	t20 := t11 ^ t16

	// The inverse in GF(2⁴).
	t21 := t17 ^ y20
	t22 := t18 ^ y19
	t23 := t19 ^ y21
	t24 := t20 ^ y18
	t25 := t21 ^ t22
	t26 := t21 & t23
	t27 := t24 ^ t26
	t28 := t25 & t27
	t29 := t28 ^ t22
	t30 := t23 ^ t24
	t31 := t22 ^ t26
	t32 := t31 & t30
	t33 := t32 ^ t24
	t34 := t23 ^ t33
	t35 := t27 ^ t33
	t36 := t24 & t35
	t37 := t36 ^ t34
	t38 := t27 ^ t36
	t39 := t29 & t38
	t40 := t25 ^ t39
	t41 := t40 ^ t37
	t42 := t29 ^ t33
	t43 := t29 ^ t40
	t44 := t33 ^ t37
	t45 := t42 ^ t41

	// Its products with the inputs.
	z0 := t44 & y15
	z1 := t37 & y6
	z2 := t33 & y0
	z3 := t43 & y16
	z4 := t40 & y1
	z5 := t29 & y7
	z6 := t42 & y11
	z7 := t45 & y17
	z8 := t41 & y10
	z9 := t44 & y12
	z10 := t37 & y3
	z11 := t33 & y4
	z12 := t43 & y13
	z13 := t40 & y5
	z14 := t29 & y2
	z15 := t42 & y9
	z16 := t45 & y14
	z17 := t41 & y8

	// The outputs.
	v18 := z6 ^ z15
	v19 := z13 ^ v18
	v20 := z12 ^ z16
	v21 := v19 ^ v20
	v22 := z4 ^ z8
	v23 := z2 ^ z10
	v24 := z1 ^ v22
	v25 := z17 ^ v19
	v26 := z14 ^ v24
	v27 := v23 ^ v25
	v28 := z0 ^ v21
	v29 := z3 ^ v21
	v30 := z3 ^ v26
	v31 := z4 ^ z7
	v32 := z11 ^ v23
	v33 := v18 ^ v20
	v34 := z0 ^ v31
	v35 := z2 ^ z8
	s3 := v28 ^ v35
	v37 := z9 ^ v27
	v38 := z9 ^ z17
	v39 := z8 ^ v29
	v40 := z15 ^ v38
	v41 := z11 ^ v27
	s7 := z11 ^ v40
	v43 := z12 ^ v34
	s1 := v30 ^ v37
	v45 := z5 ^ v43
	v46 := z5 ^ v28
	v47 := v30 ^ v33
	s6 := v29 ^ v31
	s2 := v32 ^ v47
	s5 := v24 ^ v46
	s4 := v41 ^ v45
	s0 := z5 ^ v39

	p[7], p[6], p[5], p[4], p[3], p[2], p[1], p[0] = s0, s1, s2, s3, s4, s5, s6, s7
}
