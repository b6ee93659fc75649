/** Statements to program units: modules, routines and what those contain, with their interfaces and types. */
import type { DiagnosticSink } from '../../../base/diagnostics';
import { lastOf } from '../../../base/lookup';
import { cover, isBrought, type Span } from '../../../base/span';
import { Constructs } from './constructs';
import type * as S from './syntax';

/** A module, its routine, and what that contains. */
const DEEPEST_UNIT = 2;

interface Draft {
  readonly kind: S.UnitKind;
  readonly name: S.Name;
  readonly bare: boolean;
  readonly header: S.StatementOf<'unit'> | null;
  readonly specifications: S.StatementSyntax[];
  readonly constructs: Constructs;
  readonly contains: S.Unit[];
  readonly interfaces: S.Unit[];
  readonly generics: S.Unit['generics'][number][];
  readonly abstracts: S.Unit[];
  readonly types: S.DerivedType[];
  span: Span;
  executable: boolean;
  containing: boolean;
}

/** INTERFACE, TYPE or SUBMODULE, up to its END, with its contents. */
interface Interface {
  readonly word: string;
  depth: number;
  readonly inside: S.StatementSyntax[];
  readonly generic: string | null;
  readonly isAbstract: boolean;
  readonly defines: { readonly name: string; readonly parent: string | null } | null;
}

const SPECIFICATIONS = new Set<S.StatementKind>([
  'declare',
  'implicit',
  'common',
  'equivalence',
  'data',
  'save',
  'use',
  'format',
  'access',
  'ignored',
  'fenced',
]);

export function nestUnits(statements: readonly S.StatementSyntax[], sink: DiagnosticSink): S.Unit[] {
  const nester = new Nester(sink);
  for (const [k, statement] of statements.entries()) nester.add(statement, statements[k + 1]);
  return nester.finish();
}

const IN_TYPES_OR_INTERFACES: ReadonlySet<S.StatementSyntax['kind']> = new Set([
  'moduleProcedures',
  'binding',
  'genericBinding',
  'final',
]);

class Nester {
  private readonly units: S.Unit[] = [];
  private readonly open: Draft[] = [];
  private skipping: Interface | null = null;

  constructor(private readonly sink: DiagnosticSink) {}

  add(s: S.StatementSyntax, next: S.StatementSyntax | undefined): void {
    if (this.skips(s)) return;
    if (IN_TYPES_OR_INTERFACES.has(s.kind)) {
      this.sink.error('syntax', 'Procedures are named like this only in an INTERFACE or a TYPE.', s.span);
      return;
    }
    if (s.kind === 'unit') this.openUnit(s);
    else if (s.kind === 'contains') this.contains(s);
    else if (s.kind === 'end') this.endUnit(s, next);
    else {
      const unit = this.current(s);
      unit.span = cover(unit.span, s.span);
      this.place(unit, s);
    }
  }

  finish(): S.Unit[] {
    while (this.open.length > 0) {
      const unit = lastOf(this.open);
      if (!unit.bare) this.sink.error('unclosed', `${unit.name.name} has no END.`, unit.name.span);
      this.close(false);
    }
    return this.units;
  }

  // ------------------------------------------------------------------------------------------------------- units

  /** Interfaces, type definitions and what the fence keeps out hold what reads like units; those of an interface are kept apart. */
  private skips(s: S.StatementSyntax): boolean {
    const opens = s.kind === 'fenced' ? s.opens : null;
    if (this.skipping) {
      if (s.kind === 'fenced' && s.closes === this.skipping.word && --this.skipping.depth === 0) {
        if (this.skipping.word === 'interface') this.keepInterface(this.skipping);
        else if (this.skipping.word === 'type') this.keepType(this.skipping, s);
        this.skipping = null;
        return true;
      }
      if (opens === this.skipping.word) this.skipping.depth++;
      this.skipping.inside.push(s);
      return true;
    }
    if (opens !== 'interface' && opens !== 'type' && opens !== 'submodule') return false;
    const generic = s.kind === 'fenced' ? (s.generic ?? null) : null;
    const isAbstract = s.kind === 'fenced' && s.isAbstract === true;
    const defines = (s.kind === 'fenced' && s.defines) || null;
    this.skipping = { word: opens, depth: 1, inside: [], generic, isAbstract, defines };
    return true;
  }

  private keepType({ defines, inside }: Interface, s: S.StatementSyntax): void {
    if (defines) this.current(s).types.push({ ...defines, inside });
  }

  private keepInterface({ inside, generic, isAbstract }: Interface): void {
    const unit = this.open[this.open.length - 1];
    const bodies = inside.filter((s) => s.kind !== 'moduleProcedures');
    const routines = bodies.some((s) => s.kind === 'unit') ? nestUnits(bodies, this.sink) : [];
    if (isAbstract) {
      unit?.abstracts.push(...routines);
      return;
    }
    if (!unit || unit.containing) return;
    const written = routines.filter(({ kind }) => kind === 'subroutine' || kind === 'function');
    unit.interfaces.push(...written);
    if (generic === null) return;
    const named = inside.flatMap((s) => (s.kind === 'moduleProcedures' ? s.names : []));
    unit.generics.push({ name: generic, members: [...named, ...written.map(({ name }) => name)] });
  }

  private openUnit(s: S.StatementOf<'unit'>): void {
    if (s.name && isBrought({ span: s.span, nameSpan: s.name.span })) this.finish();
    for (;;) {
      const outer = this.open[this.open.length - 1];
      if (!outer || outer.containing) break;
      this.sink.error(
        'unclosed',
        outer.bare
          ? 'Statements stand before this routine without a PROGRAM statement, and no END closes them.'
          : `${outer.name.name} has no END before this.`,
        outer.bare ? s.span : (s.name?.span ?? s.span),
        { message: `${outer.name.name} starts here.`, span: outer.name.span },
        'End it before, or write CONTAINS before a routine that belongs to it.',
      );
      this.close(false);
    }
    const container = this.open[this.open.length - 1];
    if (container && s.unit !== 'subroutine' && s.unit !== 'function')
      this.sink.error('syntax', `A ${s.unit} can\u2019t stand after CONTAINS.`, s.span);
    if (this.open.length > DEEPEST_UNIT)
      this.sink.error('syntax', 'A routine inside a routine can\u2019t contain others.', s.span);
    this.open.push(newDraft(this.sink, s.unit, s.name ?? { name: s.unit, span: s.span }, s, s.span));
  }

  private contains(s: S.StatementSyntax): void {
    const unit = this.open[this.open.length - 1];
    if (!unit || unit.containing) {
      this.sink.error('syntax', 'CONTAINS stands in no unit.', s.span);
      return;
    }
    unit.constructs.closeAll();
    unit.containing = true;
    unit.span = cover(unit.span, s.span);
  }

  private endUnit(s: S.StatementOf<'end'>, next: S.StatementSyntax | undefined): void {
    const unit = this.open[this.open.length - 1];
    if (!unit) {
      this.sink.error('unbalanced', 'This END closes nothing.', s.span);
      return;
    }
    // As in other languages: the unit goes on behind it.
    const goesOn =
      next &&
      next.kind !== 'unit' &&
      next.kind !== 'contains' &&
      !(next.kind === 'end' && next.unit !== unit.kind);
    if (!s.unit && !s.name && goesOn && !unit.containing && unit.constructs.closeByEndAlone(s)) return;
    if (s.unit && s.unit !== 'procedure' && s.unit !== unit.kind)
      this.sink.error(
        'unbalanced',
        `This END ${s.unit.toUpperCase()} closes the ${unit.kind} ${unit.name.name}.`,
        s.span,
      );
    else if (s.name && s.name.name !== unit.name.name)
      this.sink.error('unbalanced', `This END is for ${unit.name.name}, not ${s.name.name}.`, s.name.span);
    unit.span = cover(unit.span, s.span);
    // A label on END is where a jump to the end of the routine goes.
    if (s.label && !unit.containing) {
      this.place(unit, { ...s, kind: 'continue' });
    }
    this.close(true);
  }

  private current(s: S.StatementSyntax): Draft {
    const unit = this.open[this.open.length - 1];
    if (unit && !unit.containing) return unit;
    if (unit) {
      this.sink.error('syntax', 'After CONTAINS there can be only routines.', s.span);
      unit.containing = false;
      return unit;
    }
    const bare = newDraft(this.sink, 'program', { name: 'main', span: s.span }, null, s.span);
    this.open.push(bare);
    return bare;
  }

  private close(ended: boolean): void {
    const unit = this.open.pop() as Draft;
    unit.constructs.closeAll();
    const finished: S.Unit = {
      kind: unit.kind,
      name: unit.name,
      bare: unit.bare,
      ended,
      header: unit.header,
      specifications: unit.specifications,
      body: unit.constructs.body,
      contains: unit.contains,
      interfaces: unit.interfaces,
      generics: unit.generics,
      abstracts: unit.abstracts,
      types: unit.types,
      span: unit.span,
    };
    const outer = this.open[this.open.length - 1];
    if (outer) {
      // Units that are nested deeper were reported, and are left out: units are walked by recursion.
      if (this.open.length <= DEEPEST_UNIT) outer.contains.push(finished);
      outer.span = cover(outer.span, finished.span);
    } else this.units.push(finished);
  }

  // -------------------------------------------------------------------------------------------------- statements

  private place(unit: Draft, s: S.StatementSyntax): void {
    if (unit.constructs.declaresInBlock(s)) return;
    if (SPECIFICATIONS.has(s.kind) && !(s.kind === 'fenced' && (s.opens || s.closes || unit.executable))) {
      if (
        unit.executable &&
        s.kind !== 'data' &&
        s.kind !== 'format' &&
        s.kind !== 'ignored' &&
        s.kind !== 'access' &&
        s.kind !== 'fenced'
      )
        this.sink.error(
          'order',
          'Declarations stand before the first executable statement.',
          s.span,
          'Move it up.',
        );
      unit.specifications.push(s);
      if (s.label && s.kind !== 'format') unit.constructs.terminate(s);
      return;
    }
    if (!unit.executable && isStatementFunctionLike(s)) {
      unit.specifications.push(s);
      return;
    }
    unit.executable = true;
    unit.constructs.execute(s);
  }
}

function newDraft(
  sink: DiagnosticSink,
  kind: S.UnitKind,
  name: S.Name,
  header: S.StatementOf<'unit'> | null,
  span: Span,
): Draft {
  return {
    kind,
    name,
    bare: header === null,
    header,
    specifications: [],
    constructs: new Constructs(sink),
    contains: [],
    interfaces: [],
    generics: [],
    abstracts: [],
    types: [],
    span,
    executable: false,
    containing: false,
  };
}

/** `f(x, y) = …` among the declarations: a statement function, unless f turns out to be an array. */
export function isStatementFunctionLike(s: S.StatementSyntax): boolean {
  return (
    s.kind === 'assign' &&
    s.target.kind === 'apply' &&
    !s.target.parts &&
    s.label === null &&
    s.target.args.every((arg) => arg.keyword === null && arg.value.kind === 'name')
  );
}
