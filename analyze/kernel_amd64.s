#include "textflag.h"

// The same sums as in plain.go, eight hands in two registers of four. No
// fused multiply-add: the answers are the same to the last bit.

// func supported() bool
TEXT ·supported(SB), NOSPLIT, $0-1
	MOVB $0, ret+0(FP)
	MOVL $1, AX
	XORL CX, CX
	CPUID
	ANDL $0x18000000, CX // OSXSAVE and AVX
	CMPL CX, $0x18000000
	JNE  no
	XORL CX, CX
	XGETBV
	ANDL $6, AX          // the system keeps the registers
	CMPL AX, $6
	JNE  no
	MOVB $1, ret+0(FP)
no:
	RET

// func factorsAVX(factors *factor, n int, cards, out *lane)
TEXT ·factorsAVX(SB), NOSPLIT, $0-32
	MOVQ   factors+0(FP), SI
	MOVQ   n+8(FP), CX
	MOVQ   cards+16(FP), R8
	MOVQ   out+24(FP), DI
	MOVQ   $1, BX
	VXORPD Y3, Y3, Y3

factor:
	CMPQ         BX, CX
	JGE          all
	ADDQ         $64, DI
	MOVBLZX      (SI)(BX*2), AX  // value
	MOVBLZX      1(SI)(BX*2), R9 // before
	SHLQ         $6, AX
	VXORPD       X2, X2, X2
	VCVTSI2SDL   R9, X2, X2
	VMOVDDUP     X2, X2
	VINSERTF128  $1, X2, Y2, Y2
	VMOVUPD      (R8)(AX*1), Y0
	VMOVUPD      32(R8)(AX*1), Y1
	VSUBPD       Y2, Y0, Y0
	VSUBPD       Y2, Y1, Y1
	VMAXPD       Y3, Y0, Y0
	VMAXPD       Y3, Y1, Y1
	VMOVUPD      Y0, (DI)
	VMOVUPD      Y1, 32(DI)
	INCQ         BX
	JMP          factor

all:
	VZEROUPPER
	RET

// func reachAVX(groups *group, n int, scale, sums *lane)
TEXT ·reachAVX(SB), NOSPLIT, $0-32
	MOVQ   groups+0(FP), R10
	MOVQ   n+8(FP), CX
	MOVQ   scale+16(FP), R8
	MOVQ   sums+24(FP), DX
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3

reach:
	TESTQ   CX, CX
	JLE     reached
	MOVBLZX 1(R10), AX // drawn
	SHLQ    $6, AX
	VMOVUPD (DX), Y0
	VMOVUPD 32(DX), Y1
	VMULPD  (R8)(AX*1), Y0, Y0
	VMULPD  32(R8)(AX*1), Y1, Y1
	VADDPD  Y0, Y2, Y2
	VADDPD  Y1, Y3, Y3
	VMOVUPD Y2, (DX)
	VMOVUPD Y3, 32(DX)
	ADDQ    $64, DX
	ADDQ    $6, R10
	DECQ    CX
	JMP     reach

reached:
	VZEROUPPER
	RET

// func productsAVX(nodes *node, n int, factors, product *lane)
TEXT ·productsAVX(SB), NOSPLIT, $0-32
	MOVQ nodes+0(FP), SI
	MOVQ n+8(FP), CX
	MOVQ factors+16(FP), R8
	MOVQ product+24(FP), DI
	MOVQ $1, BX
	LEAQ 64(DI), DX

next:
	CMPQ    BX, CX
	JGE     done
	MOVWLZX (SI)(BX*4), AX  // parent
	MOVWLZX 2(SI)(BX*4), R9 // factor
	SHLQ    $6, AX
	SHLQ    $6, R9
	VMOVUPD (DI)(AX*1), Y0
	VMOVUPD 32(DI)(AX*1), Y1
	VMULPD  (R8)(R9*1), Y0, Y0
	VMULPD  32(R8)(R9*1), Y1, Y1
	VMOVUPD Y0, (DX)
	VMOVUPD Y1, 32(DX)
	ADDQ    $64, DX
	INCQ    BX
	JMP     next

done:
	VZEROUPPER
	RET

// func groupsAVX(leaves *leaf, groups *group, n int, factors, product, sums *lane)
TEXT ·groupsAVX(SB), NOSPLIT, $0-48
	MOVQ leaves+0(FP), SI
	MOVQ groups+8(FP), R10
	MOVQ n+16(FP), CX
	MOVQ factors+24(FP), R8
	MOVQ product+32(FP), DI
	MOVQ sums+40(FP), DX
	XORQ BX, BX  // group
	XORQ R11, R11 // leaf

group:
	CMPQ    BX, CX
	JGE     end
	MOVWLZX 4(R10), R12 // one past the group's last leaf
	VXORPD  Y2, Y2, Y2
	VXORPD  Y3, Y3, Y3
	VXORPD  Y6, Y6, Y6
	VXORPD  Y7, Y7, Y7

two:
	LEAQ         2(R11), R13
	CMPQ         R13, R12
	JGT          one
	MOVWLZX      8(SI), AX   // node
	MOVWLZX      10(SI), R9  // factor
	MOVWLZX      24(SI), R14
	MOVWLZX      26(SI), R15
	SHLQ         $6, AX
	SHLQ         $6, R9
	SHLQ         $6, R14
	SHLQ         $6, R15
	VBROADCASTSD (SI), Y4    // orders
	VBROADCASTSD 16(SI), Y5
	VMOVUPD      (DI)(AX*1), Y0
	VMOVUPD      32(DI)(AX*1), Y1
	VMOVUPD      (DI)(R14*1), Y8
	VMOVUPD      32(DI)(R14*1), Y9
	VMULPD       (R8)(R9*1), Y0, Y0
	VMULPD       32(R8)(R9*1), Y1, Y1
	VMULPD       (R8)(R15*1), Y8, Y8
	VMULPD       32(R8)(R15*1), Y9, Y9
	VMULPD       Y4, Y0, Y0
	VMULPD       Y4, Y1, Y1
	VMULPD       Y5, Y8, Y8
	VMULPD       Y5, Y9, Y9
	VADDPD       Y0, Y2, Y2
	VADDPD       Y1, Y3, Y3
	VADDPD       Y8, Y6, Y6
	VADDPD       Y9, Y7, Y7
	ADDQ         $32, SI
	MOVQ         R13, R11
	JMP          two

one:
	CMPQ         R11, R12
	JGE          store
	MOVWLZX      8(SI), AX
	MOVWLZX      10(SI), R9
	SHLQ         $6, AX
	SHLQ         $6, R9
	VBROADCASTSD (SI), Y4
	VMOVUPD      (DI)(AX*1), Y0
	VMOVUPD      32(DI)(AX*1), Y1
	VMULPD       (R8)(R9*1), Y0, Y0
	VMULPD       32(R8)(R9*1), Y1, Y1
	VMULPD       Y4, Y0, Y0
	VMULPD       Y4, Y1, Y1
	VADDPD       Y0, Y2, Y2
	VADDPD       Y1, Y3, Y3
	ADDQ         $16, SI
	INCQ         R11

store:
	VADDPD  Y6, Y2, Y2
	VADDPD  Y7, Y3, Y3
	VMOVUPD Y2, (DX)
	VMOVUPD Y3, 32(DX)
	ADDQ    $64, DX
	ADDQ    $6, R10
	INCQ    BX
	JMP     group

end:
	VZEROUPPER
	RET
