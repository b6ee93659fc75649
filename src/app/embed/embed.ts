/**
 * What an embed holds, `embed.html#embed1.<codec>.<payload>.<checksum>`: views as their author drew them, as data. Text,
 * vertices, edges, positions and sets travel, never markup; whoever opens it makes elements and text nodes of them.
 *
 * As with every link, a stranger may have written it: what the schema does not know is refused, and nothing in it can name
 * another address than a link of this site.
 */
import { mended, packed, unpacked } from '../store/links/packing';
import * as is from '../store/links/schema';

export interface Embed {
  readonly title: string;
  /** One or two; none in an embed that is live from the start. */
  readonly views: readonly DrawnView[];
  /** Ids of the views that are shown when it is live. */
  readonly live: readonly string[];
  readonly question: EmbedQuestion | null;
  /** The program itself, `#v2.…`. */
  readonly link: string;
}

export type Bar = 'forward' | 'backward' | 'tape' | 'none';
const GRAMMARS = ['c', 'javascript', 'fortran', 'fortran-fixed'] as const;
const SWEEPS = ['original', 'forward', 'backward'] as const;

/** Lines of code, each with the sweep that it belongs to. */
export interface DrawnText {
  readonly kind: 'text';
  readonly title: string;
  readonly grammar: (typeof GRAMMARS)[number];
  readonly text: string;
  /** One letter a line: `f`, `b`, `t`, or `n` for neither. */
  readonly bars: string;
}
/** Each line of the kernel beside what becomes of it: lines of code in three columns, joined by line ends. */
export interface DrawnRows {
  readonly kind: 'rows';
  readonly title: string;
  readonly grammar: (typeof GRAMMARS)[number];
  readonly code: (typeof GRAMMARS)[number];
  readonly rows: readonly {
    readonly source: string;
    readonly forward: string;
    readonly tape: string;
    readonly backward: string;
  }[];
}
export interface DrawnGraph {
  readonly kind: 'graph';
  readonly title: string;
  readonly sweep: (typeof SWEEPS)[number];
  readonly width: number;
  readonly height: number;
  readonly vertices: readonly DrawnVertex[];
  readonly edges: readonly DrawnEdge[];
}
export interface DrawnVertex {
  readonly shape: string;
  readonly number: string;
  readonly stored: boolean;
  readonly lines: readonly string[];
  /** One letter for each line: `t` for what goes over the tape, else `n`. */
  readonly bars: string;
  /** Centre, size, and the start of the number's base line relative to the centre. */
  readonly at: readonly number[];
}
export interface DrawnEdge {
  readonly label: string;
  /** Points of cubic curves, one after the other: x, y, x, y, … */
  readonly curve: readonly number[];
  /** Where the arrow ends, its angle in degrees, and the centre of the label. */
  readonly tip: readonly number[];
}
export interface DrawnSets {
  readonly kind: 'sets';
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}
export type DrawnView = DrawnText | DrawnRows | DrawnGraph | DrawnSets;

export interface EmbedQuestion {
  readonly text: string;
  /** Empty: the answer alone is hidden until it is asked for. */
  readonly choices: readonly { readonly text: string; readonly right: boolean }[];
  readonly answer: string;
}

/** An embed, or a message why there is none. */
export type DecodedEmbed = Embed | string;

export const encodeEmbed = (embed: Embed): Promise<string> => packed('embed1', JSON.stringify(embed));

export async function decodeEmbed(hash: string): Promise<DecodedEmbed> {
  const link = mended(hash);
  if (link === '') return 'This embed is empty: its address ends before the #.';
  if (isProgram(link)) return { title: '', views: [], live: [], question: null, link: `#${link}` };
  if (!/^embed\d+\./.test(link)) return 'What stands behind # in the address of this embed is no embed.';
  if (!link.startsWith('embed1.')) return 'This embed was made by a later version of Backsweep.';
  const { json, reason } = await unpacked(link);
  if (reason !== null || json === null)
    return `This embed is damaged: ${reason ?? 'it could not be unpacked'}.`;
  try {
    return checkEmbed(JSON.parse(json), '');
  } catch (error) {
    return `This embed ${is.misfit(error)}.`;
  }
}

/** The link of a program, of whatever version: the page says so if it cannot read it. */
export const isProgram = (link: string): boolean => /^v\d+\.[a-z]\.[\w-]*\.[0-9a-f]{8}$/.test(link);

const line = is.text(2000);
const long = is.text(400_000);
const title = is.text(200);
const grammar = is.oneOf(...GRAMMARS);
const number: is.Check<number> = (value, path) => {
  if (typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 1e6) return value;
  throw new is.SchemaError(`“${path}” is not a length`);
};
const numbers =
  (fewest: number, most: number): is.Check<readonly number[]> =>
  (value, path) => {
    const list = is.listOf(number, most)(value, path);
    if (list.length < fewest) throw new is.SchemaError(`“${path}” is too short`);
    return list;
  };

const checkView: is.Check<DrawnView> = (value, path) => {
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : null;
  switch (kind) {
    case 'text':
      return is.object<DrawnText>({ kind: is.oneOf('text'), title, grammar, text: long, bars: long })(
        value,
        path,
      );
    case 'rows':
      return is.object<DrawnRows>({
        kind: is.oneOf('rows'),
        title,
        grammar,
        code: grammar,
        rows: is.listOf(is.object({ source: line, forward: long, tape: line, backward: long }), 4000),
      })(value, path);
    case 'graph':
      return is.object<DrawnGraph>({
        kind: is.oneOf('graph'),
        title,
        sweep: is.oneOf(...SWEEPS),
        width: number,
        height: number,
        vertices: is.listOf(
          is.object({
            shape: is.text(20),
            number: is.text(12),
            stored: is.oneOf(true, false),
            lines: is.listOf(line, 60),
            bars: is.text(60),
            at: numbers(6, 6),
          }),
          2000,
        ),
        edges: is.listOf(is.object({ label: title, curve: numbers(8, 4000), tip: numbers(3, 5) }), 6000),
      })(value, path);
    case 'sets':
      return is.object<DrawnSets>({
        kind: is.oneOf('sets'),
        title,
        columns: is.listOf(title, 20),
        rows: is.listOf(is.listOf(line, 20), 4000),
      })(value, path);
    default:
      throw new is.SchemaError(`“${path}” is no view that can be drawn`);
  }
};

const checkLink: is.Check<string> = (value, path) => {
  const link = is.text(8_000_000)(value, path);
  if (!isProgram(link.replace(/^#/, ''))) throw new is.SchemaError('its program is no link of this site');
  return link;
};

const checkEmbed = is.object<Embed>({
  title,
  views: is.listOf(checkView, 2),
  live: is.listOf(is.text(40), 2),
  question: is.orNull(
    is.object<EmbedQuestion>({
      text: is.text(4000),
      choices: is.listOf(is.object({ text: is.text(1000), right: is.oneOf(true, false) }), 20),
      answer: is.text(8000),
    }),
  ),
  link: checkLink,
});
