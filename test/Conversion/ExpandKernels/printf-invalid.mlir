// Formats that drivers do not print alike, and arguments that they do not match.
// RUN: prim-opt %s --verify-diagnostics --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx942},gpu.module(prim-expand-kernels))'

gpu.module @m {
  gpu.func @formats(%i: i32, %f: f32) kernel {
    // expected-error @+1 {{'gpu.printf' op has a format that ends within a conversion; write %% for a percent sign}}
    gpu.printf "100%"
    // expected-error @+1 {{has a format that ends within a conversion}}
    gpu.printf "%-3.2l", %i : i32
    // expected-error @+1 {{has a format that has '%s', which prints a string; write the text in the format}}
    gpu.printf "%s", %i : i32
    // expected-error @+1 {{has a format that has '%n', which is not a conversion that all drivers have; use d, i, u, o, x, X, c, f, e, E, g, G, a, A and p, or %% for a percent sign}}
    gpu.printf "%n", %i : i32
    // expected-error @+1 {{has a format that has '%5%', which is not a conversion that all drivers have}}
    gpu.printf "%5%"
    // expected-error @+1 {{has a format that has '%F', which is not a conversion that all drivers have}}
    gpu.printf "%F", %f : f32
    // expected-error @+1 {{has a format that has '%'', which is not a conversion that all drivers have}}
    gpu.printf "%'d", %i : i32
    // expected-error @+1 {{has a format that takes a width or precision from an argument ('*'); write the number in the format}}
    gpu.printf "%*d", %i, %i : i32, i32
    // expected-error @+1 {{has a format that takes a width or precision from an argument ('*')}}
    gpu.printf "%.*f", %i, %f : i32, f32
    // expected-error @+1 {{has a format that has '%hf', whose length 'h' is that of an integer; remove it}}
    gpu.printf "%hf", %f : f32
    // expected-error @+1 {{has a format that has '%lc', whose length 'l' is that of an integer; remove it}}
    gpu.printf "%lc", %i : i32
    // expected-error @+1 {{has a format that has '%hhhd', whose length 'hhh' is none of C's; use hh, h, l, ll, j, z or t}}
    gpu.printf "%hhhd", %i : i32
    // expected-error @+1 {{has a format that has the width or precision 99999999999; write at most 4095}}
    gpu.printf "%99999999999d", %i : i32
    // expected-error @+1 {{has a format that has the width or precision 4096; write at most 4095}}
    gpu.printf "%-8.4096f", %f : f32
    gpu.printf "%04095d", %i : i32
    // expected-error @+1 {{has a format that has a zero byte, which ends a string in C; remove it}}
    gpu.printf "one\00two"
    gpu.return
  }

  gpu.func @arguments(%i: i32, %f: f32, %wide: i128, %unsigned: ui32) kernel {
    // expected-error @+1 {{has a format with 2 conversions, but 1 arguments}}
    gpu.printf "%d %d", %i : i32
    // expected-error @+1 {{has a format with 0 conversions, but 1 arguments}}
    gpu.printf "%%d", %i : i32
    // expected-error @+1 {{prints argument 1, of type 'f32', with '%5d', which prints integers; use f, e, g or a}}
    gpu.printf "%d %5d", %i, %f : i32, f32
    // expected-error @+1 {{prints argument 0, of type 'i32', with '%.1f', which prints floats; use d, u or x}}
    gpu.printf "%.1f", %i : i32
    // expected-error @+1 {{prints argument 0, of type 'i128', with '%d', which prints at most 64 bits; print the value in parts}}
    gpu.printf "%d", %wide : i128
    // expected-error @+1 {{prints argument 0, of type 'ui32', with '%u', which does not print integers with a sign in their type; use a signless integer}}
    gpu.printf "%u", %unsigned : ui32
    // expected-error @+1 {{has 33 arguments; at most 32 are supported, so print the others by another op}}
    gpu.printf "%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d", %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32
    gpu.return
  }

  // gfx942 converts other 8-bit floats.
  gpu.func @narrow(%ocp: f8E4M3FN, %own: f8E4M3FNUZ) kernel {
    // expected-error @+1 {{prints argument 0, of type 'f8E4M3FN', for which gfx942 has no instruction; print the bits (arith.bitcast) with x}}
    gpu.printf "%f %f", %ocp, %own : f8E4M3FN, f8E4M3FNUZ
    gpu.printf "%f", %own : f8E4M3FNUZ
    gpu.return
  }

  // HIP's run time has its own escape sequences.
  gpu.func @backslashes(%i: i32) kernel {
    // expected-error @+1 {{has a format with a backslash before 'n', which HIP's run time prints as another character; print the backslash with '%c' and the argument 92}}
    gpu.printf "C:\\new"
    // expected-error @+1 {{has a format with a backslash before '7'}}
    gpu.printf "\\\\72"
    gpu.printf "\\d \\7 \\"
    gpu.return
  }
}
