; Not reported: a product that is rounded to f16 becomes an instruction with an addend of
; 0, so that a product of -0 becomes 0. lib/Target/Serialize/RoundedProducts.cpp makes it a
; multiply-add with an addend of -0. This fails when LLVM has mended it: the addend is not
; 0, or the product and its rounding are two instructions.
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a %s -o - | FileCheck %s
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 %s -o - | FileCheck %s
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx950 %s -o - | FileCheck %s
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1030 %s -o - | FileCheck %s
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 %s -o - | FileCheck %s
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1201 %s -o - | FileCheck %s

; CHECK-LABEL: product:
; CHECK: v_fma_mixlo_f16 {{v[0-9]+, v[0-9]+, v[0-9]+, 0$}}
define half @product(float %x, float %y) {
  %product = fmul float %x, %y
  %rounded = fptrunc float %product to half
  ret half %rounded
}

; CHECK-LABEL: extended:
; CHECK: v_fma_mixlo_f16 {{v[0-9]+, v[0-9]+, v[0-9]+, 0 op_sel_hi:\[1,0,0\]$}}
define half @extended(half %x, float %y) {
  %wide = fpext half %x to float
  %product = fmul float %wide, %y
  %rounded = fptrunc float %product to half
  ret half %rounded
}

; A division by a power of two becomes a product in selection.
; CHECK-LABEL: quotient:
; CHECK: v_fma_mixlo_f16 {{v[0-9]+, v[0-9]+, s[0-9]+, 0$}}
define half @quotient(float %x) {
  %quotient = fdiv float %x, 2.0
  %rounded = fptrunc float %quotient to half
  ret half %rounded
}
