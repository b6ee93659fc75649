/**
 * The executable part of a unit with its constructs nested. Labelled DOs end at their label, several of them at one.
 * What is left open or closed twice is reported where it stands, and mended: a construct ends where the one around it does.
 */
import type { DiagnosticSink } from '../../../base/diagnostics';
import { lastOf } from '../../../base/lookup';
import { cover, type Span } from '../../../base/span';
import { forallNodes } from './forall';
import type { CaseRange, ExprSyntax, Node, StatementOf, StatementSyntax, WhereNode } from './syntax';

/** Constructs nested deeper than this are reported and left out, since trees are walked by recursion. */
const DEEPEST = 100;
/** The most arms of an IF, since each is lowered inside the one before. */
const MOST_ARMS = 200;

/** An arm of an IF, a WHERE or a SELECT CASE. */
interface Part {
  readonly test: ExprSyntax | null;
  readonly ranges: readonly CaseRange[] | null;
  readonly body: Node[];
  readonly span: Span;
}
interface Frame {
  readonly kind: 'if' | 'do' | 'select' | 'where' | 'forall' | 'block' | 'associate' | 'fenced';
  readonly open: StatementSyntax;
  /** Declarations of a BLOCK. */
  readonly specifications: StatementSyntax[];
  /** Where statements go at present. */
  list: Node[];
  readonly parts: Part[];
  /** Nested too deep, or outside the subset: read, and left out. */
  readonly dropped: boolean;
}

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

const OPENERS = {
  ifThen: 'if',
  do: 'do',
  select: 'select',
  where: 'where',
  forall: 'forall',
  block: 'block',
  associate: 'associate',
} as const;

/** Statements that start one more arm of the construct around. */
const ALTERNATIVES = {
  elseIf: ['if', 'ELSE IF'],
  else: ['if', 'ELSE'],
  elseWhere: ['where', 'ELSEWHERE'],
  case: ['select', 'CASE'],
} as const;

const ENDS = {
  endIf: ['if', 'END IF'],
  endDo: ['do', 'END DO'],
  endSelect: ['select', 'END SELECT'],
  endWhere: ['where', 'END WHERE'],
  endForall: ['forall', 'END FORALL'],
  endBlock: ['block', 'END BLOCK'],
  endAssociate: ['associate', 'END ASSOCIATE'],
} as const;

export class Constructs {
  readonly body: Node[] = [];
  private readonly frames: Frame[] = [];
  /** How many of the frames are of a kind, or wait for a label. */
  private readonly waiting = new Map<string, number>();

  constructor(private readonly sink: DiagnosticSink) {}

  /** Puts a statement where it belongs, and ends what ends at its label. */
  execute(s: StatementSyntax): void {
    this.take(s);
    if (s.label) this.terminate(s);
  }

  /** Whether a declaration stands at the top of a BLOCK, and goes with it. */
  declaresInBlock(s: StatementSyntax): boolean {
    const frame = this.frames[this.frames.length - 1];
    if (frame?.kind !== 'block' || frame.list.length > 0) return false;
    if (s.kind === 'declare') {
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

  private take(s: StatementSyntax): void {
    const whole = this.wholeConstruct(s);
    if (whole) this.top().push(...whole);
    else if (isOneOf(OPENERS, s)) this.openFrame(OPENERS[s.kind], s);
    else if (isOneOf(ALTERNATIVES, s)) this.alternative(s);
    else if (isOneOf(ENDS, s)) {
      const [kind, word] = ENDS[s.kind];
      this.closeConstruct(s, kind, word);
    } else if (s.kind !== 'fenced') this.top().push(s);
    else if (s.opens) this.openFrame(s.opens === 'do' || s.opens === 'select' ? s.opens : 'fenced', s);
    else if (s.closes) this.closeConstruct(s, 'fenced', `END ${s.closes.toUpperCase()}`);
    // A jump may go to its label.
    else if (s.label) this.top().push({ ...s, kind: 'continue' });
  }

  /** An IF, a WHERE or a FORALL on one line; null for anything else. */
  private wholeConstruct(s: StatementSyntax): Node[] | null {
    if (s.kind === 'where' && s.then) return [whereNode(s, [{ mask: s.mask, body: [s.then] }])];
    if (s.kind === 'forall' && s.then) return forallNodes(s, [s.then], this.sink);
    if (s.kind !== 'if') return null;
    const { condition, span, label, construct } = s;
    const body = this.wholeConstruct(s.then) ?? [s.then];
    return [{ kind: 'ifBlock', arms: [{ condition, body, span }], span, label, construct }];
  }

  private top(): Node[] {
    return this.frames[this.frames.length - 1]?.list ?? this.body;
  }

  private openFrame(kind: Frame['kind'], open: StatementSyntax): void {
    const deep = this.frames.length === DEEPEST;
    if (deep)
      this.sink.error(
        'too-deep',
        `Constructs are nested more than ${DEEPEST} deep.`,
        open.span,
        'Put the inner ones in a subroutine.',
      );
    const outer = this.frames[this.frames.length - 1];
    const frame: Frame = {
      kind,
      open,
      specifications: [],
      list: [],
      parts: [],
      dropped: deep || open.kind === 'fenced' || (outer?.dropped ?? false),
    };
    if (open.kind === 'ifThen' || open.kind === 'where') addPart(frame, open);
    this.frames.push(frame);
    this.tally(frame, 1);
  }

  private alternative(s: StatementOf<keyof typeof ALTERNATIVES>): void {
    const [kind, word] = ALTERNATIVES[s.kind];
    const what = CONSTRUCTS[kind];
    const frame = this.closeDownTo(kind);
    if (!frame) {
      this.sink.error('unbalanced', `This ${word} belongs to no ${what}.`, s.span);
      return;
    }
    if (kind === 'if' && lastOf(frame.parts).test === null)
      this.sink.error('unbalanced', `This ${word} stands after ELSE.`, s.span);
    frame.list = [];
    // Arms beyond the limit are read and left out.
    if (kind === 'select' || frame.parts.length < MOST_ARMS) addPart(frame, s);
    else
      this.sink.error(
        'too-deep',
        `This ${what} has more than ${MOST_ARMS} arms.`,
        s.span,
        'Split it, or use SELECT CASE.',
      );
  }

  /** The innermost open construct of a kind, with those inside it reported and closed; null if there is none. */
  private closeDownTo(kind: Frame['kind']): Frame | null {
    if (!this.waiting.get(kind)) return null;
    for (;;) {
      const frame = lastOf(this.frames);
      if (frame.kind === kind) return frame;
      this.reportOpen(frame);
      this.closeFrame(null);
    }
  }

  private closeConstruct(s: StatementSyntax, kind: Frame['kind'], word: string): void {
    const frame = this.closeDownTo(kind);
    if (!frame) {
      this.sink.error('unbalanced', `This ${word} closes nothing.`, s.span);
      return;
    }
    if (frame.open.kind === 'do' && frame.open.until && frame.open.until.name !== s.label?.name)
      this.sink.error('unbalanced', `This DO ends at the label ${frame.open.until.name}, not here.`, s.span, {
        message: 'The DO is here.',
        span: frame.open.span,
      });
    // A label on END IF or END SELECT is a place behind the statements in it; on END DO it is the next iteration.
    if (s.label && kind !== 'do') {
      this.closeFrame(s);
      this.top().push({ ...s, kind: 'continue' });
    } else this.closeFrame(s);
  }

  /** An END without a word closes the innermost construct, which is reported; false where none is open. */
  closeByEndAlone(s: StatementSyntax): boolean {
    const frame = this.frames[this.frames.length - 1];
    if (!frame) return false;
    const word = frame.kind === 'select' ? 'SELECT' : CONSTRUCTS[frame.kind];
    this.sink.error('unbalanced', `END alone ends a routine; this ${word} ends with END ${word}.`, s.span, {
      message: `The ${word} is here.`,
      span: frame.open.span,
    });
    this.closeFrame(null);
    return true;
  }

  private closeFrame(end: StatementSyntax | null): void {
    const frame = this.frames.pop() as Frame;
    this.tally(frame, -1);
    if (frame.dropped) return;
    const { open } = frame;
    const last = frame.list[frame.list.length - 1];
    const span = cover(open.span, end?.span ?? last?.span ?? open.span);
    const base = { span, label: open.label, construct: open.construct };
    const list = this.top();
    if (open.kind === 'ifThen') {
      const arms = frame.parts.map(({ test, body, span: at }) => ({ condition: test, body, span: at }));
      list.push({ kind: 'ifBlock', arms, ...base });
    } else if (open.kind === 'do') {
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
    } else if (open.kind === 'where') {
      const arms = frame.parts.map(({ test, body }) => ({ mask: test, body }));
      list.push(whereNode({ ...open, span }, arms));
    } else if (open.kind === 'block')
      list.push({ kind: 'scopeBlock', specifications: frame.specifications, body: frame.list, ...base });
    // Empty ones change nothing.
    else if (open.kind === 'associate' && frame.list.length > 0)
      list.push({ kind: 'associateBlock', pairs: open.pairs, body: frame.list, ...base });
    else if (open.kind === 'forall') list.push(...forallNodes(open, frame.list, this.sink));
    else if (open.kind === 'select')
      list.push({
        kind: 'selectBlock',
        selector: open.selector,
        ...(open.ofType && { ofType: open.ofType }),
        cases: frame.parts,
        ...base,
      });
  }

  /** Ends the labelled DOs that name this statement's label. */
  terminate(s: StatementSyntax): void {
    const label = s.label?.name;
    if (label === undefined || s.kind === 'do') return;
    while (this.waiting.get(label)) {
      const frame = lastOf(this.frames);
      if (awaitedLabel(frame) !== label) this.reportOpen(frame);
      this.closeFrame(s);
    }
  }

  closeAll(): void {
    while (this.frames.length > 0) {
      this.reportOpen(lastOf(this.frames));
      this.closeFrame(null);
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

  private tally(frame: Frame, by: 1 | -1): void {
    const label = awaitedLabel(frame);
    for (const what of label === null ? [frame.kind] : [frame.kind, label])
      this.waiting.set(what, (this.waiting.get(what) ?? 0) + by);
  }
}

function isOneOf<K extends StatementSyntax['kind']>(
  kinds: Readonly<Record<K, unknown>>,
  s: StatementSyntax,
): s is StatementOf<K> {
  return s.kind in kinds;
}

/** What stands in an arm from here on goes to its body. */
function addPart(
  { parts, list }: Frame,
  s: StatementOf<'ifThen' | 'where' | keyof typeof ALTERNATIVES>,
): void {
  const test = 'condition' in s ? s.condition : 'mask' in s ? s.mask : null;
  parts.push({ test, ranges: s.kind === 'case' ? s.ranges : null, body: list, span: s.span });
}

/** The label that ends a DO of the old form. */
function awaitedLabel({ open }: Frame): string | null {
  return open.kind === 'do' ? (open.until?.name ?? null) : null;
}

function whereNode({ span, label, construct }: StatementOf<'where'>, arms: WhereNode['arms']): WhereNode {
  return { kind: 'whereBlock', arms, span, label, construct };
}
