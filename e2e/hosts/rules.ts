/**
 * What the systems that lecturers write in let through of what is pasted, by their own published rules. Each is kept as data, so that
 * what a snippet looks like there can be seen without the system: `kept` are elements that stay, with their attributes; null is
 * all of them. `sandbox` and `policy` are what the page around imposes on frames in it.
 */
export interface Host {
  readonly system: string;
  /** The snippet that is pasted there, by its id in the share sheet. */
  readonly snippet: string;
  readonly says: string;
  readonly kept: Readonly<Record<string, readonly string[]>> | null;
  readonly scripts: boolean;
  readonly sandbox: string | null;
  readonly policy: string | null;
  /** What a reader gets. */
  readonly shows: 'frame' | 'link';
}

const TEXT = { p: [], div: ['class'], h3: [], section: [], a: ['href', 'title', 'target', 'rel'] };

export const HOSTS: readonly Host[] = [
  {
    system: 'a page of one’s own',
    snippet: 'html',
    says: 'Everything stays; its policy names the frames that it takes.',
    kept: null,
    scripts: true,
    sandbox: null,
    policy: "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-src SITE",
    shows: 'frame',
  },
  {
    system: 'a page of one’s own, with the element',
    snippet: 'element',
    says: 'Its policy also names the one script.',
    kept: null,
    scripts: true,
    sandbox: null,
    policy: "default-src 'self'; script-src SITE; style-src 'self' 'unsafe-inline'; frame-src SITE",
    shows: 'frame',
  },
  {
    system: 'Moodle',
    snippet: 'moodle',
    says: 'What teachers write keeps frames; the editor takes scripts, elements that HTML does not know and styles of frames away.',
    kept: { ...TEXT, iframe: ['src', 'width', 'height', 'title', 'name', 'allowfullscreen', 'frameborder'] },
    scripts: false,
    sandbox: null,
    policy: null,
    shows: 'frame',
  },
  {
    system: 'Moodle, what students write',
    snippet: 'moodle',
    says: 'HTML Purifier takes frames away; links stay, without rel.',
    kept: { p: [], a: ['href', 'title', 'target'] },
    scripts: false,
    sandbox: null,
    policy: null,
    shows: 'link',
  },
  {
    system: 'reveal.js',
    snippet: 'reveal',
    says: 'A frame with data-src gets its src when its slide comes near.',
    kept: null,
    scripts: true,
    sandbox: null,
    policy: null,
    shows: 'frame',
  },
  {
    system: 'Quarto',
    snippet: 'quarto',
    says: 'A raw block of HTML is passed on as it is; divs that are not for HTML are left out.',
    kept: null,
    scripts: true,
    sandbox: null,
    policy: null,
    shows: 'frame',
  },
  {
    system: 'MyST',
    snippet: 'myst',
    says: 'The directive becomes a frame with src, width and a caption.',
    kept: {
      ...TEXT,
      figure: [],
      figcaption: [],
      iframe: ['src', 'width', 'height', 'title', 'allow', 'allowfullscreen'],
    },
    scripts: false,
    sandbox: null,
    policy: null,
    shows: 'frame',
  },
  {
    system: 'Jupyter, a trusted notebook',
    snippet: 'jupyter',
    says: 'The output of IFrame is a frame with width, height, src, frameborder and allowfullscreen.',
    kept: { ...TEXT, iframe: ['width', 'height', 'src', 'frameborder', 'allowfullscreen'] },
    scripts: false,
    sandbox: null,
    policy: null,
    shows: 'frame',
  },
  {
    system: 'Jupyter, in a viewer’s sandbox',
    snippet: 'jupyter',
    says: 'The whole page stands in a frame that may run scripts, of no origin; frames inside inherit that.',
    kept: { ...TEXT, iframe: ['width', 'height', 'src', 'frameborder', 'allowfullscreen'] },
    scripts: false,
    sandbox: 'allow-scripts',
    policy: null,
    shows: 'frame',
  },
  {
    system: 'Markdown on GitHub',
    snippet: 'markdown',
    says: 'Frames, scripts, styles and ids are taken away; links get rel=nofollow.',
    kept: { p: [], a: ['href'] },
    scripts: false,
    sandbox: null,
    policy: "frame-src 'none'",
    shows: 'link',
  },
];
