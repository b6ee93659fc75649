/**
 * Statements to program units with their constructs nested. Labelled DOs end at their label, several of them at one.
 * What is left open or closed twice is reported where it stands, and mended: a construct ends where the one around it does.
 */
import type { DiagnosticSink } from '../../../base/diagnostics';
import { cover, type Span } from '../../../base/span';
import { forallNodes } from './forall';
import type {
  Arm,
  CaseArm,
  CaseRange,
  DerivedType,
  ExprSyntax,
  Name,
  Node,
  StatementKind,
  StatementOf,
  StatementSyntax,
  Unit,
  UnitKind,
  WhereNode,
} from './syntax';

/** Constructs nested deeper than this are reported and left out, since trees are walked by recursion. */
const DEEPEST = 100;
/** So many arms of one IF, each of which stands in the one before. */
const MOST_ARMS = 200;

/** A module, its routine, and what that contains. */
const DEEPEST_UNIT = 2;

interface Frame {
  readonly kind: 'if' | 'do' | 'select' | 'where' | 'forall' | 'block' | 'associate' | 'fenced';
  readonly open: StatementSyntax;
  /** Declarations of a BLOCK. */
  readonly specifications: StatementSyntax[];
  /** Where statements go at present. */
  list: Node[];
  readonly arms: { condition: ExprSyntax | null; body: Node[]; span: Span }[];
  readonly masks: { mask: ExprSyntax | null; body: Node[] }[];
  readonly cases: { ranges: readonly CaseRange[] | null; body: Node[]; span: Span }[];
  /** Nested too deep, or outside the subset: read, and left out. */
  readonly dropped: boolean;
}

interface Draft {
  readonly kind: UnitKind;
  readonly name: Name;
  readonly bare: boolean;
  readonly header: StatementOf<'unit'> | null;
  readonly specifications: StatementSyntax[];
  readonly body: Node[];
  readonly contains: Unit[];
  readonly interfaces: Unit[];
  readonly generics: Unit['generics'][number][];
  readonly abstracts: string[];
  readonly types: DerivedType[];
  readonly frames: Frame[];
  /** How many of the frames are of a kind, or wait for a label. */
  readonly waiting: Map<string, number>;
  span: Span;
  executable: boolean;
  containing: boolean;
}

/** INTERFACE or TYPE, up to its END, with what stands in it. */
interface Interface {
  readonly word: string;
  depth: number;
  readonly inside: StatementSyntax[];
  readonly generic: string | null;
  readonly isAbstract: boolean;
  readonly defines: { readonly name: string; readonly parent: string | null } | null;
}

const SPECIFICATIONS = new Set<StatementKind>([
  'declare',
  'implicit',
  'parameter',
  'common',
  'equivalence',
  'data',
  'save',
  'use',
  'format',
  'ignored',
  'fenced',
]);

const CONSTRUCTS = {
  if: 'IF',
  do: 'DO',
  select: 'SELECT CASE',
  where: 'WHERE',
  forall: 'FORALL',
  block: 'BLOCK',
  associate: 'ASSOCIATE',
  fenced: 'construct',
} as const;

export function nestUnits(statements: readonly StatementSyntax[], sink: DiagnosticSink): Unit[] {
  const nester = new Nester(sink);
  for (const statement of statements) nester.add(statement);
  return nester.finish();
}

class Nester {
  private readonly units: Unit[] = [];
  private readonly open: Draft[] = [];
  private skipping: Interface | null = null;

  constructor(private readonly sink: DiagnosticSink) {}

  add(s: StatementSyntax): void {
    if (this.skips(s)) return;
    if (s.kind === 'moduleProcedures' || s.kind === 'binding') {
      this.sink.error('syntax', 'Procedures are named like this only in an INTERFACE.', s.span);
      return;
    }
    if (s.kind === 'unit') this.openUnit(s);
    else if (s.kind === 'contains') this.contains(s);
    else if (s.kind === 'end') this.endUnit(s);
    else {
      const unit = this.current(s);
      unit.span = cover(unit.span, s.span);
      this.place(unit, s);
    }
  }

  finish(): Unit[] {
    while (this.open.length > 0) {
      const unit = this.open[this.open.length - 1] as Draft;
      if (!unit.bare) this.sink.error('unclosed', `${unit.name.name} has no END.`, unit.name.span);
      this.close(false);
    }
    return this.units;
  }

  // ------------------------------------------------------------------------------------------------------- units

  /** Interfaces and type definitions hold what reads like units; those of an interface are kept apart. */
  private skips(s: StatementSyntax): boolean {
    const opens = s.kind === 'fenced' ? s.opens : null;
    if (this.skipping) {
      if (s.kind === 'fenced' && s.closes === this.skipping.word && --this.skipping.depth === 0) {
        if (this.skipping.word === 'interface') this.keepInterface(this.skipping);
        else this.keepType(this.skipping, s);
        this.skipping = null;
      } else if (opens === this.skipping.word) this.skipping.depth++;
      else this.skipping.inside.push(s);
      return true;
    }
    if (opens !== 'interface' && opens !== 'type') return false;
    const generic = s.kind === 'fenced' ? (s.generic ?? null) : null;
    const isAbstract = s.kind === 'fenced' && s.isAbstract === true;
    const defines = (s.kind === 'fenced' && s.defines) || null;
    this.skipping = { word: opens, depth: 1, inside: [], generic, isAbstract, defines };
    return true;
  }

  private keepType({ defines, inside }: Interface, s: StatementSyntax): void {
    if (defines) this.current(s).types.push({ ...defines, inside });
  }

  private keepInterface({ inside, generic, isAbstract }: Interface): void {
    const unit = this.open[this.open.length - 1];
    if (isAbstract) {
      for (const s of inside) if (s.kind === 'unit' && s.name) unit?.abstracts.push(s.name.name);
      return;
    }
    const bodies = inside.filter((s) => s.kind !== 'moduleProcedures');
    const routines = bodies.some((s) => s.kind === 'unit') ? nestUnits(bodies, this.sink) : [];
    if (!unit || unit.containing) return;
    const written = routines.filter(({ kind }) => kind === 'subroutine' || kind === 'function');
    unit.interfaces.push(...written);
    if (generic === null) return;
    const named = inside.flatMap((s) => (s.kind === 'moduleProcedures' ? s.names : []));
    unit.generics.push({ name: generic, members: [...named, ...written.map(({ name }) => name)] });
  }

  private openUnit(s: StatementOf<'unit'>): void {
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
      );
      this.close(false);
    }
    const container = this.open[this.open.length - 1];
    if (container && s.unit !== 'subroutine' && s.unit !== 'function')
      this.sink.error('syntax', `A ${s.unit} can\u2019t stand after CONTAINS.`, s.span);
    if (this.open.length > DEEPEST_UNIT)
      this.sink.error('syntax', 'A routine inside a routine can\u2019t contain others.', s.span);
    this.open.push(newDraft(s.unit, s.name ?? { name: s.unit, span: s.span }, s, s.span));
  }

  private contains(s: StatementSyntax): void {
    const unit = this.open[this.open.length - 1];
    if (!unit || unit.containing) {
      this.sink.error('syntax', 'CONTAINS stands in no unit.', s.span);
      return;
    }
    this.closeFrames(unit);
    unit.containing = true;
    unit.span = cover(unit.span, s.span);
  }

  private endUnit(s: StatementOf<'end'>): void {
    const unit = this.open[this.open.length - 1];
    if (!unit) {
      this.sink.error('unbalanced', 'This END closes nothing.', s.span);
      return;
    }
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

  private current(s: StatementSyntax): Draft {
    const unit = this.open[this.open.length - 1];
    if (unit && !unit.containing) return unit;
    if (unit) {
      this.sink.error('syntax', 'After CONTAINS there can be only routines.', s.span);
      unit.containing = false;
      return unit;
    }
    const bare = newDraft('program', { name: 'main', span: s.span }, null, s.span);
    this.open.push(bare);
    return bare;
  }

  private close(ended: boolean): void {
    const unit = this.open.pop() as Draft;
    this.closeFrames(unit);
    const finished: Unit = {
      kind: unit.kind,
      name: unit.name,
      bare: unit.bare,
      ended,
      header: unit.header,
      specifications: unit.specifications,
      body: unit.body,
      contains: unit.contains,
      interfaces: unit.interfaces,
      generics: unit.generics,
      abstracts: unit.abstracts,
      types: unit.types,
      span: unit.span,
    };
    const outer = this.open[this.open.length - 1];
    if (outer) {
      // What is nested deeper has its message, and is left out: units are walked by recursion.
      if (this.open.length <= DEEPEST_UNIT) outer.contains.push(finished);
      outer.span = cover(outer.span, finished.span);
    } else this.units.push(finished);
  }

  // -------------------------------------------------------------------------------------------------- statements

  private place(unit: Draft, s: StatementSyntax): void {
    if (this.declaresInBlock(unit, s)) return;
    if (SPECIFICATIONS.has(s.kind) && !(s.kind === 'fenced' && (s.opens || s.closes || unit.executable))) {
      if (
        unit.executable &&
        s.kind !== 'data' &&
        s.kind !== 'format' &&
        s.kind !== 'ignored' &&
        s.kind !== 'fenced'
      )
        this.sink.error('order', 'Declarations stand before the first executable statement.', s.span);
      unit.specifications.push(s);
      if (s.label && s.kind !== 'format') this.terminate(unit, s);
      return;
    }
    if (!unit.executable && isStatementFunctionLike(s)) {
      unit.specifications.push(s);
      return;
    }
    unit.executable = true;
    this.execute(unit, s);
    if (s.label) this.terminate(unit, s);
  }

  /** Whether a declaration stands at the top of a BLOCK, and goes with it. */
  private declaresInBlock(unit: Draft, s: StatementSyntax): boolean {
    const frame = unit.frames[unit.frames.length - 1];
    if (frame?.kind !== 'block' || frame.list.length > 0) return false;
    if (s.kind === 'declare' || s.kind === 'parameter') {
      frame.specifications.push(s);
      return true;
    }
    const isOther = s.kind === 'use' || s.kind === 'implicit' || s.kind === 'data' || s.kind === 'save';
    if (isOther)
      this.sink.error(
        'unsupported',
        `${s.kind.toUpperCase()} in a BLOCK is not supported.`,
        s.span,
        'Put it at the top of the routine.',
      );
    return isOther;
  }

  private execute(unit: Draft, s: StatementSyntax): void {
    switch (s.kind) {
      case 'ifThen':
        this.openFrame(unit, 'if', s).arms.push({
          condition: s.condition,
          body: this.top(unit),
          span: s.span,
        });
        return;
      case 'do':
        this.openFrame(unit, 'do', s);
        return;
      case 'select':
        this.openFrame(unit, 'select', s);
        return;
      case 'if': {
        const guarded = this.wholeConstruct(s.then);
        if (!guarded) this.top(unit).push(s);
        else {
          const { span, label, construct } = s;
          const arms = [{ condition: s.condition, body: guarded, span }];
          this.top(unit).push({ kind: 'ifBlock', arms, span, label, construct });
        }
        return;
      }
      case 'where':
        if (s.then) this.top(unit).push(...(this.wholeConstruct(s) ?? []));
        else {
          const frame = this.openFrame(unit, 'where', s);
          frame.masks.push({ mask: s.mask, body: frame.list });
        }
        return;
      case 'elseWhere': {
        const frame = this.closeDownTo(unit, 'where');
        if (!frame) this.sink.error('unbalanced', 'This ELSEWHERE belongs to no WHERE.', s.span);
        else {
          frame.list = [];
          if (this.hasRoom(frame.masks, 'WHERE', s.span))
            frame.masks.push({ mask: s.mask, body: frame.list });
        }
        return;
      }
      case 'endWhere':
        this.closeConstruct(unit, 'where', s, 'END WHERE');
        return;
      case 'forall':
        if (s.then) this.top(unit).push(...(this.wholeConstruct(s) ?? []));
        else this.openFrame(unit, 'forall', s);
        return;
      case 'endForall':
        this.closeConstruct(unit, 'forall', s, 'END FORALL');
        return;
      case 'elseIf':
      case 'else':
        this.alternative(unit, s);
        return;
      case 'case':
        this.caseArm(unit, s);
        return;
      case 'endIf':
        this.closeConstruct(unit, 'if', s, 'END IF');
        return;
      case 'endDo':
        this.closeConstruct(unit, 'do', s, 'END DO');
        return;
      case 'endSelect':
        this.closeConstruct(unit, 'select', s, 'END SELECT');
        return;
      case 'block':
      case 'associate':
        this.openFrame(unit, s.kind, s);
        return;
      case 'endBlock':
        this.closeConstruct(unit, 'block', s, 'END BLOCK');
        return;
      case 'endAssociate':
        this.closeConstruct(unit, 'associate', s, 'END ASSOCIATE');
        return;
      case 'fenced':
        if (s.opens)
          this.openFrame(unit, s.opens === 'do' ? 'do' : s.opens === 'select' ? 'select' : 'fenced', s);
        else if (s.closes) this.closeConstruct(unit, 'fenced', s, `END ${s.closes.toUpperCase()}`);
        // What jumps here is fine.
        else if (s.label) this.top(unit).push({ ...s, kind: 'continue' });
        return;
      default:
        this.top(unit).push(s);
    }
  }

  /** A WHERE or FORALL on one line; null for anything else. */
  private wholeConstruct(s: StatementSyntax): Node[] | null {
    if (s.kind === 'where' && s.then) return [whereNode(s, [{ mask: s.mask, body: [s.then] }])];
    if (s.kind === 'forall' && s.then) return forallNodes(s, [s.then], this.sink);
    return null;
  }

  private top(unit: Draft): Node[] {
    return unit.frames[unit.frames.length - 1]?.list ?? unit.body;
  }

  private openFrame(unit: Draft, kind: Frame['kind'], open: StatementSyntax): Frame {
    const deep = unit.frames.length === DEEPEST;
    if (deep)
      this.sink.error(
        'too-deep',
        `Constructs are nested more than ${DEEPEST} deep.`,
        open.span,
        'Put the inner ones in a subroutine.',
      );
    const outer = unit.frames[unit.frames.length - 1];
    const frame: Frame = {
      kind,
      open,
      specifications: [],
      list: [],
      arms: [],
      masks: [],
      cases: [],
      dropped: deep || open.kind === 'fenced' || (outer?.dropped ?? false),
    };
    unit.frames.push(frame);
    tally(unit, frame, 1);
    return frame;
  }

  private alternative(unit: Draft, s: StatementOf<'elseIf'> | StatementOf<'else'>): void {
    const word = s.kind === 'else' ? 'ELSE' : 'ELSE IF';
    const frame = this.closeDownTo(unit, 'if');
    if (!frame) {
      this.sink.error('unbalanced', `This ${word} belongs to no IF.`, s.span);
      return;
    }
    if (frame.arms[frame.arms.length - 1]?.condition === null)
      this.sink.error('unbalanced', `This ${word} stands after ELSE.`, s.span);
    frame.list = [];
    if (this.hasRoom(frame.arms, 'IF', s.span))
      frame.arms.push({ condition: s.kind === 'else' ? null : s.condition, body: frame.list, span: s.span });
  }

  /** Whether an IF or WHERE takes one more arm; what is beyond the limit is read and left out. */
  private hasRoom({ length }: readonly unknown[], what: string, span: Span): boolean {
    if (length < MOST_ARMS) return true;
    this.sink.error(
      'too-deep',
      `This ${what} has more than ${MOST_ARMS} arms.`,
      span,
      'Split it, or use SELECT CASE.',
    );
    return false;
  }

  private caseArm(unit: Draft, s: StatementOf<'case'>): void {
    const frame = this.closeDownTo(unit, 'select');
    if (!frame) {
      this.sink.error('unbalanced', 'This CASE belongs to no SELECT CASE.', s.span);
      return;
    }
    frame.list = [];
    frame.cases.push({ ranges: s.ranges, body: frame.list, span: s.span });
  }

  /** The innermost open construct of a kind, with those inside it reported and closed; null if there is none. */
  private closeDownTo(unit: Draft, kind: Frame['kind']): Frame | null {
    if (!unit.waiting.get(kind)) return null;
    for (;;) {
      const frame = unit.frames[unit.frames.length - 1] as Frame;
      if (frame.kind === kind) return frame;
      this.reportOpen(frame);
      this.closeFrame(unit, null);
    }
  }

  private closeConstruct(unit: Draft, kind: Frame['kind'], s: StatementSyntax, word: string): void {
    const frame = this.closeDownTo(unit, kind);
    if (!frame) {
      this.sink.error('unbalanced', `This ${word} closes nothing.`, s.span);
      return;
    }
    if (frame.open.kind === 'do' && frame.open.until && frame.open.until.name !== s.label?.name)
      this.sink.error('unbalanced', `This DO ends at the label ${frame.open.until.name}, not here.`, s.span, {
        message: 'The DO is here.',
        span: frame.open.span,
      });
    // A label on END IF or END SELECT is a place after what stands in it; on END DO it is the next iteration.
    if (s.label && kind !== 'do') {
      this.closeFrame(unit, s);
      this.top(unit).push({ ...s, kind: 'continue' });
    } else this.closeFrame(unit, s);
  }

  private closeFrame(unit: Draft, end: StatementSyntax | null): void {
    const frame = unit.frames.pop() as Frame;
    tally(unit, frame, -1);
    if (frame.dropped) return;
    const { open } = frame;
    const last = frame.list[frame.list.length - 1];
    const span = cover(open.span, end?.span ?? last?.span ?? open.span);
    const base = { span, label: open.label, construct: open.construct };
    const list = this.top(unit);
    if (open.kind === 'ifThen') list.push({ kind: 'ifBlock', arms: frame.arms as Arm[], ...base });
    else if (open.kind === 'do') {
      const endLabel = end?.kind === 'endDo' ? end.label : null;
      const guarded: Node[] = open.mask
        ? [
            {
              ...base,
              kind: 'ifBlock',
              arms: [{ condition: open.mask, body: frame.list, span }],
              label: null,
              construct: null,
            },
          ]
        : frame.list;
      // The construct's name, and a label on its END, are of the loop that repeats the body.
      const controls = [open.control, ...(open.inner ?? [])];
      const innermost = controls.length - 1;
      const nested = controls.reduceRight<Node[]>(
        (body, control, i) => [
          {
            kind: 'doBlock',
            control,
            body,
            span,
            endLabel: i === innermost ? endLabel : null,
            label: i === 0 ? open.label : null,
            construct: i === innermost ? open.construct : null,
          },
        ],
        guarded,
      );
      list.push(...nested);
    } else if (open.kind === 'where') list.push(whereNode({ ...open, span }, frame.masks));
    else if (open.kind === 'block')
      list.push({ kind: 'scopeBlock', specifications: frame.specifications, body: frame.list, ...base });
    // Empty ones change nothing.
    else if (open.kind === 'associate' && frame.list.length > 0)
      list.push({ kind: 'associateBlock', pairs: open.pairs, body: frame.list, ...base });
    else if (open.kind === 'forall') list.push(...forallNodes(open, frame.list, this.sink));
    else if (open.kind === 'select')
      list.push({ kind: 'selectBlock', selector: open.selector, cases: frame.cases as CaseArm[], ...base });
  }

  /** Ends the labelled DOs that name this statement's label. */
  private terminate(unit: Draft, s: StatementSyntax): void {
    const label = s.label?.name;
    if (label === undefined || s.kind === 'do') return;
    while (unit.waiting.get(label)) {
      const frame = unit.frames[unit.frames.length - 1] as Frame;
      if (awaitedLabel(frame) !== label) this.reportOpen(frame);
      this.closeFrame(unit, s);
    }
  }

  private closeFrames(unit: Draft): void {
    while (unit.frames.length > 0) {
      this.reportOpen(unit.frames[unit.frames.length - 1] as Frame);
      this.closeFrame(unit, null);
    }
  }

  private reportOpen(frame: Frame): void {
    const { open } = frame;
    const until = open.kind === 'do' ? open.until : null;
    this.sink.error(
      'unclosed',
      until
        ? `No statement with the label ${until.name} ends this DO.`
        : `This ${CONSTRUCTS[frame.kind]} has no END.`,
      open.span,
    );
  }
}

function newDraft(kind: UnitKind, name: Name, header: StatementOf<'unit'> | null, span: Span): Draft {
  return {
    kind,
    name,
    bare: header === null,
    header,
    specifications: [],
    body: [],
    contains: [],
    interfaces: [],
    generics: [],
    abstracts: [],
    types: [],
    frames: [],
    waiting: new Map(),
    span,
    executable: false,
    containing: false,
  };
}

/** The label that ends a DO of the old form. */
function awaitedLabel({ open }: Frame): string | null {
  return open.kind === 'do' ? (open.until?.name ?? null) : null;
}

function tally(unit: Draft, frame: Frame, by: 1 | -1): void {
  const label = awaitedLabel(frame);
  for (const what of label === null ? [frame.kind] : [frame.kind, label])
    unit.waiting.set(what, (unit.waiting.get(what) ?? 0) + by);
}

/** `f(x, y) = …` among the declarations: a statement function, unless f turns out to be an array. */
function isStatementFunctionLike(s: StatementSyntax): boolean {
  return (
    s.kind === 'assign' &&
    s.target.kind === 'apply' &&
    !s.target.parts &&
    s.label === null &&
    s.target.args.every((arg) => arg.keyword === null && arg.value.kind === 'name')
  );
}

function whereNode({ span, label, construct }: StatementOf<'where'>, arms: WhereNode['arms']): WhereNode {
  return { kind: 'whereBlock', arms, span, label, construct };
}
