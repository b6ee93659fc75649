/** Drivers in Fortran of the modes beside the gradient, which do what those in C do (`cModes.ts`). */
import { isReal } from '../../ir/build';
import { ABOUT } from './cModes';
import { held } from './fortranNames';
import {
  APART,
  along,
  callOf,
  callText,
  clear,
  head,
  printed,
  seeded,
  startLines,
  verdict,
  way,
  weighted,
} from './fortranParts';
import type { Plan, Printed, Slot, TakeAway } from './plan';

export function modeDriver(t: TakeAway, plan: Plan, names: Printed): string {
  const { main, routines } = plan.taken === 'vector' ? vector(plan) : second(plan);
  return [
    ...head(t, plan, names, plan.taken === 'vector' ? ABOUT.vector : ABOUT.second),
    '  logical :: all_pass = .true.',
    '  integer :: k, j',
    ...main,
    '  if (.not. all_pass) error stop 1',
    'contains',
    ...shared(t, plan),
    ...routines,
    ...APART,
    'end program gradient_check',
    '',
  ].join('\n');
}

interface Made {
  readonly main: readonly string[];
  readonly routines: readonly string[];
}

/** Values at entry, the kernel there, and what judges differences. */
function shared(t: TakeAway, plan: Plan): string[] {
  const { slots, isDouble, taken } = plan;
  return [
    '  ! Values at entry, moved by so much along one of the ways.',
    '  subroutine set_inputs(by, along)',
    '    real(8), intent(in) :: by',
    '    integer, intent(in) :: along',
    '    if (by < -1.0d0) print *, by, along',
    ...startLines(t, slots, 'along'),
    '  end subroutine set_inputs',
    '  real(8) function kernel_at(by, along)',
    '    real(8), intent(in) :: by',
    '    integer, intent(in) :: along',
    '    call set_inputs(by, along)',
    `    ${callText(plan.primal)}`,
    '    kernel_at = 0.0d0',
    ...weighted('kernel_at', slots, 'value'),
    '  end function kernel_at',
    '  real(8) function value_at(what, by, along)',
    '    character(*), intent(in) :: what',
    '    real(8), intent(in) :: by',
    '    integer, intent(in) :: along',
    ...(taken === 'vector'
      ? ["    if (what /= 'kernel') error stop 2", '    value_at = kernel_at(by, along)']
      : [
          "    if (what == 'kernel') then",
          '      value_at = kernel_at(by, along)',
          '    else',
          '      value_at = gradient_at(by, along)',
          '    end if',
        ]),
    '  end function value_at',
    '  ! Whether a derivative agrees with the best of differences; `scale` is the size of what they are taken of.',
    '  subroutine compare_differences(what, along, derivative, scale)',
    '    character(*), intent(in) :: what',
    '    integer, intent(in) :: along',
    '    real(8), intent(in) :: derivative, scale',
    '    real(8) :: best, difference, slope, stride',
    '    logical :: passes',
    '    best = huge(best)',
    '    difference = 0.0d0',
    '    stride = 1.0d-1',
    '    do while (stride > 1.0d-9)',
    '      slope = (value_at(what, stride, along) - value_at(what, -stride, along)) / (2.0d0 * stride)',
    '      if (relative_gap(slope, derivative) < best) then',
    '        best = relative_gap(slope, derivative)',
    '        difference = slope',
    '      end if',
    '      stride = stride / 10.0d0',
    '    end do',
    `    passes = best <= ${isDouble ? '1d-5' : '3d-2'} .or. abs(difference - derivative) <= ${isDouble ? '1d-12' : '1d-4'} * (1.0d0 + scale)`,
    "    print '(3a, es23.15, a, es23.15, 2a)', 'difference:  ', what, ' ', difference, ', derivative', derivative, ': ', &",
    `        ${verdict(t.noVerdict, 'passes')}`,
    ...(t.noVerdict ? [] : ['    all_pass = all_pass .and. passes']),
    '  end subroutine compare_differences',
    '  ! Whether two that are the same but for how they round are so.',
    '  subroutine compare_equal(what, others, a, b, scale, rounding)',
    '    character(*), intent(in) :: what, others',
    '    real(8), intent(in) :: a, b, scale, rounding',
    '    logical :: passes',
    `    passes = abs(a - b) <= ${isDouble ? '1d-10' : '1d-3'} * scale + rounding`,
    "    print '(a, es23.15, 3a, es23.15, 2a)', what, a, ', ', others, ' ', b, ': ', &",
    `        ${verdict(null, 'passes')}`,
    '    all_pass = all_pass .and. passes',
    '  end subroutine compare_equal',
  ];
}

// ------------------------------------------------------------------------------------------------- several directions

/** Over elements and directions. */
const over = ({ start }: Slot, indent: string, count: string, body: readonly string[]) => [
  `${indent}do k = 1, ${start.length}`,
  `${indent}  do j = 1, ${count}`,
  ...body.map((line) => `${indent}    ${line}`),
  `${indent}  end do`,
  `${indent}end do`,
];

function vector(plan: Plan): Made {
  const { slots, ways } = plan;
  const dependents = slots.filter(({ weights }) => weights.length > 0);
  const place = (slot: Slot, count: string) => `${held(slot, 'tangent')}((k - 1) * ${count} + j)`;
  const main = [
    `  real(8) :: together(${ways}), others(${ways}), rounding(${ways}) = 0.0d0, sum_of_sizes`,
    '  integer :: direction',
    '  ! Scaled and scaled back they differ by how they round, and ten times that is no fault.',
    '  do direction = 1, size(seed_scales)',
    '    seed_scale = 1.0d0',
    `    call by_vector(0, ${ways}, together)`,
    '    seed_scale = seed_scales(direction)',
    `    call by_vector(0, ${ways}, others)`,
    '    rounding = max(rounding, 1d1 * abs(others - together))',
    '  end do',
    '  seed_scale = 1.0d0',
    `  call by_vector(0, ${ways}, together)`,
    ...dependents.flatMap((slot) =>
      over(slot, '  ', String(ways), [
        `print '(a, i0, a, i0, a, es23.15)', 'derivative ${slot.key}(', k, ') along ', j, ' = ', ${place(slot, String(ways))}`,
      ]),
    ),
    `  do direction = 1, ${ways}`,
    '    call by_vector(direction - 1, 1, others)',
    "    call compare_equal('directions:  together', 'alone', together(direction), others(1), sum_of_sizes, rounding(direction))",
    "    call compare_differences('kernel', direction - 1, together(direction), sum_of_sizes)",
    '  end do',
  ];
  const routines = [
    '  ! The derivatives of the weighted sum along so many directions at once.',
    '  subroutine by_vector(first, count, sums)',
    '    integer, intent(in) :: first, count',
    '    real(8), intent(out) :: sums(*)',
    '    integer :: k, j',
    '    if (first < 0) print *, first',
    '    call set_inputs(0.0d0, 0)',
    ...slots
      .filter(({ type }) => isReal(type))
      .flatMap((slot) => {
        const from = `seed_scale * way_${slot.name}((first + j - 1) * ${slot.start.length} + k)`;
        const value = slot.direction.length > 0 ? `real(${from}, ${slot.type === 'f32' ? 4 : 8})` : '0';
        return over(slot, '    ', 'count', [`${place(slot, 'count')} = ${value}`]);
      }),
    `    ${callOf(plan, 'vector', 'count')}`,
    '    sum_of_sizes = 0.0d0',
    '    sums(1:count) = 0.0d0',
    ...dependents.flatMap((slot) => {
      const term = `weight_${slot.name}(k) * ${place(slot, 'count')} / seed_scale`;
      return over(slot, '    ', 'count', [
        `sums(j) = sums(j) + ${term}`,
        `sum_of_sizes = sum_of_sizes + abs(${term})`,
      ]);
    }),
    '  end subroutine by_vector',
  ];
  return { main, routines };
}

// ------------------------------------------------------------------------------------------------------- second order

function second(plan: Plan): Made {
  const { slots } = plan;
  const summed = (name: string, part: 'adjoint' | 'second', sizes = false) => [
    `  real(8) function ${name}(along)`,
    '    integer, intent(in) :: along',
    '    if (along < 0) print *, along',
    `    ${name} = 0.0d0`,
    ...along(name, slots, part, 'along', sizes),
    `    ${name} = ${name} / seed_scale`,
    `  end function ${name}`,
  ];
  const main = [
    '  real(8) :: gradient, one, other, sum_of_sizes, seed_rounding',
    '  j = 0',
    '  call run_second(0.0d0, 0, 0)',
    '  gradient = gradient_along(0)',
    '  one = product_along(1)',
    ...printed(slots, 'gradient', 'adjoint'),
    ...printed(slots, 'product', 'second'),
    '  sum_of_sizes = size_of_product(1)',
    '  call run_second(0.0d0, 0, 1)',
    '  other = product_along(0)',
    '  sum_of_sizes = sum_of_sizes + size_of_product(0)',
    '  ! Scaled and scaled back they differ by how they round, and ten times that is no fault.',
    '  seed_rounding = 0.0d0',
    '  do k = 1, size(seed_scales)',
    '    seed_scale = seed_scales(k)',
    '    call run_second(0.0d0, 0, 0)',
    '    seed_rounding = max(seed_rounding, 1d1 * abs(product_along(1) - one))',
    '    call run_second(0.0d0, 0, 1)',
    '    seed_rounding = max(seed_rounding, 1d1 * abs(product_along(0) - other))',
    '  end do',
    '  seed_scale = 1.0d0',
    "  call compare_equal('symmetry:    one way', 'the other', one, other, sum_of_sizes, seed_rounding)",
    '  call run_second(0.0d0, 0, 0)',
    "  call compare_differences('kernel', 0, gradient, size_of_gradient(0))",
    '  call run_second(0.0d0, 0, 0)',
    "  call compare_differences('gradient', 0, one, size_of_gradient(1))",
  ];
  const routines = [
    '  ! Gradient and product with one way as direction, where the inputs have moved by so much along another.',
    '  subroutine run_second(by, moved, along)',
    '    real(8), intent(in) :: by',
    '    integer, intent(in) :: moved, along',
    '    call set_inputs(by, moved)',
    '    if (along < 0) print *, along',
    ...clear(slots, 'tangent', (slot) => (slot.direction.length > 0 ? way(slot, 'along') : null)),
    ...clear(slots, 'adjoint', seeded),
    ...clear(slots, 'second', () => null),
    `    ${callOf(plan, 'second')}`,
    '  end subroutine run_second',
    ...summed('gradient_along', 'adjoint'),
    ...summed('product_along', 'second'),
    ...summed('size_of_gradient', 'adjoint', true),
    ...summed('size_of_product', 'second', true),
    '  real(8) function gradient_at(by, along)',
    '    real(8), intent(in) :: by',
    '    integer, intent(in) :: along',
    '    call run_second(by, along, along)',
    '    gradient_at = gradient_along(1)',
    '  end function gradient_at',
  ];
  return { main, routines };
}
