/**
 * The five papers, their sections and where their numbered equations stand: what a citation may name. A citation is
 * `[TBR] 5.2`, `[ADF] (1.8)` or `[TBR] Fig. 6`; several are separated by commas.
 */
export const PAPERS = {
  TBR: 'Hascoët, Naumann, Pascual: “To Be Recorded” Analysis in Reverse-Mode Automatic Differentiation, 2005',
  CFR: 'Naumann, Utke, Lyons, Fagan: Control Flow Reversal for Adjoint Code Generation, 2004',
  SPG: 'Naumann, Riehme: An L-Attributed Grammar for Adjoint Code, 2007',
  ADF: 'Hascoët, Araya-Polo: The Adjoint Data-Flow Analyses: Formalization, Properties, and Applications, 2006',
  TAP: 'Hascoët, Greborio, Pascual: Computing Adjoint by Automatic Differentiation with TAPENADE, 2002',
} as const;
export type Paper = keyof typeof PAPERS;

interface Contents {
  readonly sections: Readonly<Record<string, string>>;
  /** The section that each stands in. */
  readonly numbered: Readonly<Record<string, string>>;
}

const CONTENTS: Readonly<Record<Paper, Contents>> = {
  TBR: {
    sections: {
      '1': 'Automatically Generated Adjoints',
      '2': 'Reverse AD and the Principle of TBR Analysis',
      '3': 'Data Flow Analyzes',
      '4': 'Activity Analysis',
      '4.1': 'Differentiable Dependency Analysis',
      '4.2': 'Varied and Useful Variables',
      '5': 'TBR Analysis',
      '5.1': 'Bottom-Up TBR Analysis',
      '5.2': 'Top-Down TBR Analysis',
      '6': 'Case Study and Experimental Results',
      '7': 'Conclusion',
    },
    numbered: {
      ...{ '(1)': '1', '(2)': '1', 'Lemma 1': '3', 'Lemma 2': '4.1', 'Lemma 3': '5.1', 'Lemma 4': '5.1' },
      ...{ 'Lemma 5': '5.2', 'Fig. 2': '4.1', 'Fig. 3': '4.1', 'Fig. 6': '5.1', 'Fig. 7': '5.1' },
      ...{ 'Fig. 8': '5.2', 'Fig. 9': '5.2', 'Table 2.1': '2' },
    },
  },
  CFR: {
    sections: {
      '1': 'Introduction',
      '2': 'The Big Picture',
      '3': 'Adjoint Basic Blocks',
      '3.1': 'Edge Elimination',
      '3.2': 'Heuristics',
      '3.3': 'Preaccumulation',
      '4': 'Adjoint Control Flow',
      '4.1': 'Topological Sort',
      '4.2': 'Vertex Transformation',
      '4.3': 'Branches',
      '4.4': 'Loops',
      '4.5': 'Nesting Branches and Loops',
      '5': 'Conclusions',
    },
    numbered: { '(1)': '2', '(2)': '2', '(3)': '3', '(4)': '3', '(5)': '3.3', '(6)': '3.3' },
  },
  SPG: {
    sections: {
      '1': 'Motivation',
      '2': 'Adjoint Code',
      '3': 'L-Attributed Grammar for Adjoint Code',
      '4': 'Implementation and Case Study',
      '5': 'Conclusion',
    },
    numbered: {
      ...{ '(1)': '1', '(2)': '2', '(3)': '2', '(4)': '2', '(5)': '2', '(6)': '2', '(7)': '2', '(8)': '2' },
      ...{ '(9)': '2', '(10)': '2', '(11)': '2' },
    },
  },
  ADF: {
    sections: {
      '1.1': 'Introduction',
      '1.2': 'Adjoints by Automatic Differentiation',
      '1.3': 'Classical Data-Flow Analyses',
      '1.4': 'Adjoint Data-Flow Analyses',
      '1.4.1': 'Structure of Adjoint Programs',
      '1.4.2': 'Derived Rules for TBR Analysis',
      '1.4.3': 'Adequacy Lemma for the PUSH/POP Mechanism',
      '1.4.4': 'Derived Rules for Adjoint Liveness Analysis',
      '1.4.5': 'Derived Rules for Adjoint Write Analysis',
      '1.5': 'Application',
      '1.6': 'Conclusion',
    },
    numbered: {
      ...{ '(1.1)': '1.2', '(1.2)': '1.3', '(1.3)': '1.3', '(1.4)': '1.3', '(1.5)': '1.3', '(1.6)': '1.4.1' },
      ...{ '(1.7)': '1.4.1', '(1.8)': '1.4.2', '(1.9)': '1.4.2', '(1.10)': '1.4.4', '(1.11)': '1.4.5' },
      ...{ '(1.12)': '1.4.5' },
    },
  },
  TAP: {
    sections: {
      '1': 'Introduction',
      '2': 'What is Automatic Differentiation?',
      '2.1': 'What is AD for?',
      '2.2': 'How to compute derivatives',
      '2.3': 'Overloading',
      '2.4': 'Discontinuities due to Control Flow',
      '2.5': 'General model for A.D.',
      '2.6': 'The model of reverse A.D.',
      '2.7': 'A small illustration example',
      '3': 'The TAPENADE AD tool',
      '3.1': 'Activity analysis',
      '3.2': 'TBR: a specific analysis for the reverse mode',
      '3.3': 'Data-dependency analysis',
      '3.4': 'Control inversion in the reverse mode',
      '3.5': 'Checkpointing on calls using In-Out analysis',
      '4': 'Practical utilization of TAPENADE',
      '4.1': 'Messages from TAPENADE analyses',
      '4.2': 'External routines',
      '5': 'Perspectives and conclusion',
    },
    numbered: { '(1)': '2.2', '(2)': '2.2', '(3)': '2.5', '(4)': '2.6', '(5)': '2.6' },
  },
};

interface Citation {
  readonly paper: Paper;
  /** As it is cited: `[ADF] (1.8)`. */
  readonly text: string;
  /** The section's number and heading. */
  readonly section: string;
}

/** What a text cites, in its order; null stands for what no paper has. */
export function citationsIn(text: string): (Citation | null)[] {
  return text === '' ? [] : text.split(', ').map(citation);
}

function citation(text: string): Citation | null {
  const [, tag = '', place = ''] = /^\[(\w+)\] (.+)$/.exec(text) ?? [];
  if (!isPaper(tag)) return null;
  const { sections, numbered } = CONTENTS[tag];
  const number = numbered[place] ?? place;
  const heading = sections[number];
  return heading === undefined ? null : { paper: tag, text, section: `${number} ${heading}` };
}

function isPaper(tag: string): tag is Paper {
  return Object.hasOwn(PAPERS, tag);
}
