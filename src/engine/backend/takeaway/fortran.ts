/** The Fortran side of what is taken away: kernel, tangent, adjoint, tape and driver as files. */
import { itemAt } from '../../base/lookup';
import { isConstant, isReal } from '../../ir/build';
import { commonName, locationKey } from '../../ir/names';
import type { Program, Variable, VariableId } from '../../ir/types';
import { printFortran } from '../fortran';
import { createContext, isCommon, typeText } from '../fortran/context';
import { laidOut } from '../fortran/declarations';
import { wrapWith } from '../wrap';
import { createWriter } from '../writer';
import type { File } from './c';
import {
  type CallPlan,
  globalsOf,
  keepsValues,
  type Part,
  type Plan,
  SCALES,
  type Slot,
  type TakeAway,
  withoutMain,
} from './plan';

export function fortranFiles(t: TakeAway, plan: Plan): File[] {
  const form = t.primal.language === 'fortran' ? t.primal.form : 'free';
  const suffix = form === 'fixed' ? 'f' : 'f90';
  const own =
    t.primal.language === 'fortran' &&
    t.asWritten &&
    isPlain(t.source) &&
    !keepsValues(t.primal) &&
    !takesValues(t.primal) &&
    t.primal.routines.every((r) => r.kind === 'function' || r.kind === 'subroutine');
  const printed = printFortran(bare(t.primal), null, { form });
  const kernel = own ? t.source : printed.text;
  const called = own ? t.routine : createContext(bare(t.primal), form).names.routine(t.routine);
  // Routines from C are in modules, where their names can't clash.
  const elsewhere =
    t.primal.language === 'fortran' ? new Set(t.primal.routines.map((r) => r.name)) : new Set<string>();
  const adjoint = printFortran(t.adjoint.program, t.adjoint.entry, { form, elsewhere });
  const tangent = printFortran(t.tangent.program, t.tangent.entry, { form, elsewhere });
  const written = (id: VariableId) => itemAt(t.primal.variables, id).name;
  const names = {
    value: own ? written : printed.nameOf,
    tangent: tangent.nameOf,
    adjoint: adjoint.nameOf,
  };
  const { text, runtime } = adjoint;
  const files: File[] = [{ path: `kernel.${suffix}`, text: kernel }];
  if (!own) files.push({ path: `original.${t.primal.language === 'c' ? 'c.txt' : 'f.txt'}`, text: t.source });
  const order = ['kernel'];
  if (runtime) {
    const tape = text.slice(runtime.start, runtime.end);
    files.push({
      path: `tape.${suffix}`,
      text: `! What the adjoint calls: the tape that it pushes values on and pops them from, functions of the C library.\n${tape}`,
    });
    order.push('tape');
  }
  const rest = runtime ? text.slice(0, runtime.start) + text.slice(runtime.end).replace(/^\n/, '') : text;
  files.push({ path: `tangent.${suffix}`, text: tangent.text }, { path: `adjoint.${suffix}`, text: rest });
  order.push('tangent', 'adjoint');
  files.push(
    { path: 'driver.f90', text: wrapped(driver(t, withName(plan, called), names)) },
    { path: 'Makefile', text: makefile(order, suffix) },
  );
  return files;
}

/** What variables are called in the texts of the kernel and of its derivatives. */
type Names = Readonly<Record<Part, (id: VariableId) => string>>;

const WRAP = wrapWith({ limit: 100, tail: ' &', head: '', comment: /^\s*!|&$/ });

/** Lines of free form that are not too long. */
function wrapped(text: string): string {
  const writer = createWriter({ indent: '', deepest: 0, wrap: WRAP });
  for (const line of text.split('\n').slice(0, -1)) writer.line(line);
  return writer.finish().text;
}

/** The kernel by the name that it has in its text: an intrinsic's is not for a routine of C. */
function withName(plan: Plan, name: string): Plan {
  return { ...plan, primal: { ...plan.primal, routine: { ...plan.primal.routine, name } } };
}

/** Routines stand by themselves, and nothing runs them yet. */
function isPlain(source: string): boolean {
  return !/^\s*(module|program|contains)\b/im.test(source);
}

/** The routines by themselves, as the driver calls them: no main program, and out of their module. */
function bare(program: Program): Program {
  const alone = withoutMain(program);
  return {
    ...alone,
    routines: alone.routines.map((r) => ({
      ...r,
      module: null,
    })),
  };
}

function makefile(order: readonly string[], suffix: string): string {
  // What a kernel in fixed form uses is seldom in the standard any more.
  const standard = suffix === 'f' ? ' -std=legacy' : '';
  const sources = [...order.map((name) => `${name}.${suffix}`), 'driver.f90'].join(' ');
  return `FC = gfortran
FFLAGS = -O2 -ffp-contract=off${standard}
# In the order in which modules need each other.
SOURCES = ${sources}

.PHONY: check clean
check: driver
\t./driver

driver: $(SOURCES)
\t$(FC) $(FFLAGS) -o $@ $(SOURCES) -lm

clean:
\trm -f driver *.mod
`;
}

// --------------------------------------------------------------------------------------------------------- driver

const PREFIX: Record<Part, string> = { value: 'val', tangent: 'dot', adjoint: 'bar' };
const held = (slot: Slot, part: Part) => `${PREFIX[part]}_${slot.name}`;

function number(x: number, type: Variable['type']): string {
  if (type === 'bool') return x === 0 ? '.false.' : '.true.';
  if (!isReal(type)) return `${x}${type === 'i64' ? '_8' : ''}`;
  // Nine digits tell apart what single precision does.
  const [mantissa = '', exponent = '0'] = String(type === 'f32' ? Number(x.toPrecision(9)) : x)
    .replace('e+', 'e')
    .split('e');
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}${type === 'f64' ? 'd' : 'e'}${exponent}`;
}

function list(values: readonly number[], type: Variable['type']): string {
  const cells = values.map((x) => number(x, type));
  const lines: string[] = [];
  for (let i = 0; i < cells.length; i += 4) lines.push(cells.slice(i, i + 4).join(', '));
  return `[${lines.length > 1 ? ' &\n      ' : ''}${lines.join(', &\n      ')}]`;
}

function driver(t: TakeAway, plan: Plan, names: Names): string {
  const { slots, isDouble } = plan;
  const [dot, difference] = isDouble ? ['1d-10', '1d-5'] : ['1d-3', '3d-2'];
  const fromC = t.primal.language === 'c';
  const modules = fromC ? cModules(t, plan, names) : moduleUses(t, slots);
  return [
    '! Checks the adjoint: against the tangent by the dot product, and against differences of the kernel.',
    'program gradient_check',
    ...modules.map((line) => `  ${line}`),
    '  implicit none',
    ...(fromC ? [] : externals(plan)).map((line) => `  ${line}`),
    ...slots.flatMap((slot) => storage(slot)).map((line) => `  ${line}`),
    ...commons(t, slots).map((line) => `  ${line}`),
    '  real(8) :: tangent, adjoint, difference, best, slope, stride, seed_rounding',
    '  ! Of what derivatives start from: they are linear in it.',
    '  real(8) :: seed_scale = 1.0d0',
    `  real(8), parameter :: seed_scales(${SCALES.length}) = ${list(SCALES, 'f64')}`,
    '  logical :: dot_passes, difference_passes',
    '  integer :: k',
    '  tangent = by_tangent()',
    '  adjoint = by_adjoint()',
    ...slots
      .filter((s) => s.direction.length > 0)
      .flatMap((slot) => [
        `  do k = 1, ${slot.start.length}`,
        `    print '(a, i0, a, es23.15)', 'gradient ${slot.key}(', k, ') = ', ${at(slot, 'adjoint')}`,
        '  end do',
      ]),
    ...scaledRuns(),
    '  best = huge(best)',
    '  difference = 0.0d0',
    '  stride = 1.0d-1',
    '  do while (stride > 1.0d-9)',
    '    slope = (kernel_at(stride) - kernel_at(-stride)) / (2.0d0 * stride)',
    '    if (apart(slope, adjoint) < best) then',
    '      best = apart(slope, adjoint)',
    '      difference = slope',
    '    end if',
    '    stride = stride / 10.0d0',
    '  end do',
    `  dot_passes = abs(tangent - adjoint) <= ${dot} * size_of_adjoint() + seed_rounding`,
    `  difference_passes = best <= ${difference} .or. abs(difference - adjoint) <= 1d-12`,
    "  print '(a, es23.15, a, es23.15, 2a)', 'dot product: tangent', tangent, ', adjoint', adjoint, ': ', &",
    "      merge('passed', 'FAILED', dot_passes)",
    "  print '(a, es23.15, a, es23.15, 2a)', 'difference:  kernel ', difference, ', adjoint', adjoint, ': ', &",
    t.noVerdict
      ? `      trim(merge('passed${' '.repeat(t.noVerdict.length - 6)}', '${t.noVerdict}', difference_passes))`
      : "      merge('passed', 'FAILED', difference_passes)",
    `  if (.not. ${t.noVerdict ? 'dot_passes' : '(dot_passes .and. difference_passes)'}) error stop 1`,
    'contains',
    '  ! Values at entry, moved by so much along the direction.',
    '  subroutine start(by)',
    '    real(8), intent(in) :: by',
    '    if (by < -1.0d0) print *, by',
    ...slots
      .filter((s) => s.kind !== 'result')
      .flatMap((slot) => startLines(t, slot))
      .map((line) => `    ${line}`),
    '  end subroutine start',
    '  real(8) function kernel_at(by)',
    '    real(8), intent(in) :: by',
    '    call start(by)',
    `    ${callText(plan.primal)}`,
    '    kernel_at = 0.0d0',
    ...sums('kernel_at', slots, 'value', 'weights'),
    '  end function kernel_at',
    '  real(8) function by_tangent()',
    '    call start(0.0d0)',
    ...slots.flatMap((slot) => clear(slot, 'tangent', slot.direction)),
    `    ${callText(plan.tangent)}`,
    '    by_tangent = 0.0d0',
    ...sums('by_tangent', slots, 'tangent', 'weights'),
    '    by_tangent = by_tangent / seed_scale',
    '  end function by_tangent',
    '  real(8) function by_adjoint()',
    '    call start(0.0d0)',
    ...slots.flatMap((slot) => clear(slot, 'adjoint', slot.weights)),
    `    ${callText(plan.adjoint)}`,
    '    by_adjoint = 0.0d0',
    ...sums('by_adjoint', slots, 'adjoint', 'direction'),
    '    by_adjoint = by_adjoint / seed_scale',
    '  end function by_adjoint',
    '  ! How large the parts of that sum are: rounding is judged by them.',
    '  real(8) function size_of_adjoint()',
    '    size_of_adjoint = 0.0d0',
    ...sums('size_of_adjoint', slots, 'adjoint', 'direction', true),
    '  end function size_of_adjoint',
    '  real(8) function apart(a, b)',
    '    real(8), intent(in) :: a, b',
    '    apart = abs(a - b) / max(abs(a), abs(b), tiny(a))',
    '  end function apart',
    'end program gradient_check',
    '',
  ].join('\n');
}

/** How far the sums move by rounding: what runs again with other seeds tells. */
function scaledRuns(): string[] {
  return [
    '  ! Scaled and scaled back they differ by how they round, and ten times that is no fault.',
    '  seed_rounding = 0.0d0',
    '  do k = 1, size(seed_scales)',
    '    seed_scale = seed_scales(k)',
    '    seed_rounding = max(seed_rounding, 1d1 * (abs(by_tangent() - tangent) + abs(by_adjoint() - adjoint)))',
    '  end do',
    '  seed_scale = 1.0d0',
    '  adjoint = by_adjoint()',
  ];
}

/** Whether a routine outside of modules takes arguments by value: whoever calls it would have to say so in an interface. */
function takesValues({ routines, variables }: Program): boolean {
  return routines.some(
    ({ module, parameters }) =>
      module === undefined && parameters.some((id) => variables[id]?.passing === 'value'),
  );
}

function lastName(program: Program): string {
  return program.routines.filter((r) => !r.external).at(-1)?.name ?? 'kernel';
}

function externals(plan: Plan): string[] {
  return [plan.primal, plan.tangent, plan.adjoint].flatMap(({ routine, program }) => {
    if (routine.result === null) return [];
    const result = program.variables[routine.result] as Variable;
    return [`${typeText(result.type)}, external :: ${routine.name}`];
  });
}

/** Whether a slot is an array here: what is passed as a scalar must be one. */
const isArray = (slot: Slot) => slot.variable.shape !== null;
const at = (slot: Slot, part: Part) =>
  isArray(slot)
    ? `${place(slot, part)}(${isGrid(slot, part) ? gridSubscripts(slot) : 'k'})`
    : place(slot, part);

const place = held;

/** Whether it is an array of a module, with bounds of its own: any other is declared here, from 1 on. */
function isGrid({ kind, variable, inModule, ...derivatives }: Slot, part: Part): boolean {
  const isOfKernel = kind === 'global' && (part === 'value' || derivatives[part] !== null);
  const { dimensions = [] } = variable.shape ?? {};
  const startsElsewhere = dimensions.some(({ lower }) => !isConstant(lower, 1));
  return isOfKernel && inModule && (dimensions.length > 1 || startsElsewhere);
}

/** The elements in a row. */
function flat(slot: Slot, part: Part): string {
  const name = place(slot, part);
  return isGrid(slot, part) ? `reshape(${name}, [${slot.start.length}])` : name;
}

/** What sets it to the elements in a row. */
function shaped(slot: Slot, part: Part, elements: string): string {
  return isGrid(slot, part) ? `reshape(${elements}, shape(${place(slot, part)}))` : elements;
}

/** Of the element that is number k in memory. */
function gridSubscripts({ variable: { shape } }: Slot): string {
  const { dimensions = [], order } = shape ?? {};
  const fastestFirst = order === 'row' ? [...dimensions].reverse() : dimensions;
  let stride = 1;
  return fastestFirst
    .map(({ lower, extent }) => {
      const [from, size] = [lower, extent].map((e) => (e?.kind === 'constant' ? e.value : 1)) as [
        number,
        number,
      ];
      const text = `mod((k - 1) / ${stride}, ${size}) + ${from}`;
      stride *= size;
      return text;
    })
    .join(', ');
}

function storage(slot: Slot): string[] {
  const n = slot.start.length;
  const type = typeText(slot.type);
  const shape = isArray(slot) ? `(${n})` : '';
  const lines: string[] = [];
  const constants = (name: string, values: readonly number[], of: Variable['type']) =>
    lines.push(`${typeText(of)}, parameter :: ${name}(${n}) = ${list(values, of)}`);
  if (slot.kind !== 'result') constants(`start_${slot.name}`, slot.start, slot.type);
  if (slot.direction.length > 0) constants(`way_${slot.name}`, slot.direction, 'f64');
  if (slot.weights.length > 0) constants(`weight_${slot.name}`, slot.weights, 'f64');
  const parts: Part[] = isReal(slot.type) ? ['value', 'tangent', 'adjoint'] : ['value'];
  for (const part of parts) {
    const v = part === 'value' ? slot.variable : slot[part];
    if (slot.kind === 'global' && v) continue;
    lines.push(`${type} :: ${held(slot, part)}${shape}`);
  }
  return lines;
}

/** What is named in a program: a global of the kernel, or a derivative of one. */
interface Named {
  readonly program: Program;
  readonly variable: Variable;
  readonly name: string;
}

/** Globals under the driver's names for them, so that no name of theirs is in the way. */
function globalNames(t: TakeAway, slots: readonly Slot[]): Named[] {
  return slots.flatMap((slot) => {
    if (slot.kind !== 'global') return [];
    const all: Named[] = [{ program: t.primal, variable: slot.variable, name: held(slot, 'value') }];
    if (slot.tangent)
      all.push({ program: t.tangent.program, variable: slot.tangent, name: held(slot, 'tangent') });
    if (slot.adjoint)
      all.push({ program: t.adjoint.program, variable: slot.adjoint, name: held(slot, 'adjoint') });
    return all;
  });
}

/** Module variables, of the kernel and of the derivatives. */
function moduleUses(t: TakeAway, slots: readonly Slot[]): string[] {
  return globalNames(t, slots).flatMap(({ program, variable, name }) => {
    const root = program.roots.find((r) => r.name === variable.storage?.root);
    return root?.kind === 'module' || root?.kind === 'save'
      ? [`use ${root.name}, only: ${name} => ${variable.name}`]
      : [];
  });
}

/** A C kernel's globals are in the module of each text that names them, which are set alike. */
function cModules(t: TakeAway, { slots, primal }: Plan, names: Names): string[] {
  const parts = [
    { entry: primal.routine.name, module: lastName(t.primal), part: 'value' },
    { entry: t.tangent.entry, module: t.tangent.entry, part: 'tangent' },
    { entry: t.adjoint.entry, module: t.adjoint.entry, part: 'adjoint' },
  ] as const;
  return parts.map(({ entry, module, part }) => {
    const only = [entry];
    for (const slot of slots) {
      if (slot.kind !== 'global') continue;
      if (part === 'value' || copies(t, slot).includes(part))
        only.push(`${copyName(slot, part)} => ${names[part](slot.variable.id)}`);
      const derivative = part === 'value' ? null : slot[part];
      if (derivative) only.push(`${held(slot, part)} => ${names[part](derivative.id)}`);
    }
    return `use ${module}_module, only: ${only.join(', ')}`;
  });
}

function copyName(slot: Slot, part: Part): string {
  return part === 'value' ? held(slot, 'value') : `${held(slot, 'value')}_in_${part}`;
}

/** The generated texts that have a copy of a global of their own. */
function copies(t: TakeAway, slot: Slot): ('tangent' | 'adjoint')[] {
  if (slot.kind !== 'global' || t.primal.language !== 'c') return [];
  return (['tangent', 'adjoint'] as const).filter((part) => {
    const { program, entry } = t[part];
    const routine = program.routines.find((r) => r.name === entry);
    return routine && globalsOf(program, routine).some((id) => locationKey(program, id) === slot.key);
  });
}

/** COMMON blocks with their whole layout. */
function commons(t: TakeAway, slots: readonly Slot[]): string[] {
  const named = globalNames(t, slots).filter(({ program, variable }) => isCommon(program, variable));
  const lines: string[] = [];
  const done = new Set<string>();
  for (const { program, variable } of named) {
    const root = variable.storage?.root as string;
    if (done.has(root)) continue;
    done.add(root);
    const members = laidOut(
      named.flatMap((n) => (n.program === program && n.variable.storage?.root === root ? [n.variable] : [])),
      program.variables.filter((w) => w.storage?.root === root),
    );
    const names = members.map((w, i) => {
      const known = named.find((n) => n.program === program && n.variable.storage?.key === w.storage?.key);
      return known?.name ?? `other_${root}_${i + 1}`;
    });
    members.forEach((w, i) => {
      lines.push(`${typeText(w.type)} :: ${names[i]}${w.shape ? `(${sizeOf(w)})` : ''}`);
    });
    lines.push(`common ${commonName(root)} ${names.join(', ')}`);
  }
  return lines;
}

function sizeOf(v: Variable): number {
  return (v.shape?.dimensions ?? []).reduce(
    (n, { extent }) => n * (extent?.kind === 'constant' ? extent.value : 1),
    1,
  );
}

function startLines(t: TakeAway, slot: Slot): string[] {
  const start = isArray(slot) ? `start_${slot.name}` : `start_${slot.name}(1)`;
  const way = isArray(slot) ? `way_${slot.name}` : `way_${slot.name}(1)`;
  const kind = slot.type === 'f32' ? 4 : 8;
  const moved = slot.direction.length > 0 ? ` + real(by * ${way}, ${kind})` : '';
  const copied = copies(t, slot).map((part) => `${copyName(slot, part)} = ${place(slot, 'value')}`);
  return [`${place(slot, 'value')} = ${shaped(slot, 'value', `${start}${moved}`)}`, ...copied];
}

function clear(slot: Slot, part: Part, given: readonly number[]): string[] {
  if (!isReal(slot.type)) return [];
  const name = part === 'tangent' ? `way_${slot.name}` : `weight_${slot.name}`;
  const kind = slot.type === 'f32' ? 4 : 8;
  const value =
    given.length === 0
      ? number(0, slot.type)
      : `real(seed_scale * ${name}${isArray(slot) ? '' : '(1)'}, ${kind})`;
  return [`    ${place(slot, part)} = ${given.length === 0 ? value : shaped(slot, part, value)}`];
}

function sums(
  result: string,
  slots: readonly Slot[],
  part: Part,
  by: 'weights' | 'direction',
  sizes = false,
): string[] {
  return slots
    .filter((slot) => slot[by].length > 0)
    .map((slot) => {
      const factor = `${by === 'weights' ? 'weight' : 'way'}_${slot.name}`;
      const size = (product: string) => (sizes ? `abs(${product})` : product);
      const term = isArray(slot)
        ? `sum(${size(`${factor} * ${flat(slot, part)}`)})`
        : size(`${factor}(1) * ${place(slot, part)}`);
      return `    ${result} = ${result} + ${term}`;
    });
}

function callText(call: CallPlan): string {
  const args = call.args.map(({ slot, part }) => place(slot, part)).join(', ');
  const text = `${call.routine.name}(${args})`;
  return call.result ? `${place(call.result, 'value')} = ${text}` : `call ${text}`;
}
