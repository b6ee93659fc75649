/** How a driver in Fortran gets at the globals of kernel and derivatives: from modules and COMMON blocks. */
import { present } from '../../base/lookup';
import { countOf } from '../../ir/bounds';
import { commonName, locationKey, routineNamed } from '../../ir/names';
import type { Program, Variable } from '../../ir/types';
import { typeText } from '../fortran/context';
import { laidOut } from '../fortran/declarations';
import { isCommon } from '../storage';
import { theirs } from './apart';
import { held } from './notation';
import {
  type Derivative,
  type DerivativeText,
  globalsOf,
  type Plan,
  type Printed,
  type PrintedFile,
  type Slot,
  type TakeAway,
  textOf,
} from './plan';

const DERIVATIVES: readonly Derivative[] = ['tangent', 'adjoint', 'second'];

/** The modules that the driver uses: for a kernel in C those of all that it calls, otherwise only what the kernel has there. */
export function modules(t: TakeAway, plan: Plan, names: Printed): string[] {
  return t.primal.language === 'c' ? cModules(t, plan, names) : moduleUses(t, plan.slots);
}

/** What is named in a program: a global of the kernel, or a derivative of one. */
interface Named {
  readonly program: Program;
  readonly variable: Variable;
  /** Its name in its text. */
  readonly printed: string;
  readonly name: string;
}

/** Globals under the names that the driver gives them, so that their own names clash with nothing. */
function globalNames(t: TakeAway, slots: readonly Slot[]): Named[] {
  return slots.flatMap((slot) => {
    if (slot.kind !== 'global') return [];
    const all: Named[] = [{ ...slot, program: t.primal, name: held(slot, 'value') }];
    for (const part of DERIVATIVES) {
      const found = slot.derivatives[part];
      if (found) all.push({ ...found, program: found.text.program, name: held(slot, part) });
    }
    return all;
  });
}

/** Module variables, of the kernel and of the derivatives. */
function moduleUses(t: TakeAway, slots: readonly Slot[]): string[] {
  return globalNames(t, slots).flatMap(({ program, variable, printed, name }) => {
    const root = program.roots.find((r) => r.name === variable.storage?.root);
    return root?.kind === 'module' || root?.kind === 'save'
      ? [`use ${theirs(root.name)}, only: ${name} => ${theirs(printed)}`]
      : [];
  });
}

/** Each text that names a global of a C kernel has it in a module of its own; all of them are set alike. */
function cModules(t: TakeAway, { slots, primal, calls }: Plan, names: Printed): string[] {
  const uses = (file: PrintedFile, entry: string, more: (slot: Slot) => string[]) => {
    const { nameOf, module } = textOf(names, file);
    const globals = slots.filter(({ kind }) => kind === 'global');
    const only = globals.flatMap((slot) => [
      ...(file === 'kernel' || copies(t, slot).includes(file)
        ? [`${copyName(slot, file)} => ${theirs(nameOf(slot.variable.id))}`]
        : []),
      ...more(slot),
    ]);
    return `use ${theirs(present(module, 'a module'))}, only: ${[theirs(entry), ...only].join(', ')}`;
  };
  return [
    uses('kernel', primal.name, () => []),
    ...t.texts.map((text) =>
      uses(text.file, present(calls[text.file], text.file).name, (slot) =>
        DERIVATIVES.flatMap((part) => {
          const found = slot.derivatives[part];
          return found?.text === text ? [`${held(slot, part)} => ${theirs(found.printed)}`] : [];
        }),
      ),
    ),
  ];
}

export function copyName(slot: Slot, file: PrintedFile): string {
  return file === 'kernel' ? held(slot, 'value') : `${held(slot, 'value')}_in_${file}`;
}

/** The generated texts with a copy of a global. */
export function copies(t: TakeAway, slot: Slot): DerivativeText['file'][] {
  if (slot.kind !== 'global' || t.primal.language !== 'c') return [];
  return t.texts.flatMap(({ file, program, entry }) => {
    const routine = routineNamed(program, entry);
    const isThere =
      routine && globalsOf(program, routine).some((id) => locationKey(program, id) === slot.key);
    return isThere ? [file] : [];
  });
}

/** COMMON blocks with their whole layout. */
export function commons(t: TakeAway, slots: readonly Slot[]): string[] {
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
      lines.push(`${typeText(w.type)} :: ${names[i]}${w.shape ? `(${countOf(w)})` : ''}`);
    });
    lines.push(`common ${theirs(commonName(root))} ${names.join(', ')}`);
  }
  return lines;
}
