/**
 * Questions about elements that several analyses of one program ask again, with more or fewer statements around: each is
 * decided once (`iterationSpace.ts`). An answer holds wherever the accesses are the same, and everything that was asked
 * of the program on the way has the same answer.
 */
import type { Expr, Statement, VariableId } from '../../ir/types';
import { AccessShapes } from './accessShapes';
import { nothingLost, type Occurrence, type Question } from './iterationSpace';

type Answer = ReturnType<typeof nothingLost>;

/** A statement, and the number of its element. */
type Numbered = Occurrence & { readonly element: number };

interface Known {
  readonly answer: Answer;
  /** What the program said. */
  readonly said: readonly { readonly ask: (question: Question) => boolean; readonly was: boolean }[];
}

export class KnownAnswers {
  readonly shapes = new AccessShapes();
  private readonly known = new Map<string, Known[]>();
  private readonly nests = new WeakMap<readonly Statement[], string>();
  private readonly numbers = new WeakMap<Expr, number>();
  private count = 0;

  /** `nothingLost`, asked once. */
  nothingLost(question: Question<Numbered>): Answer {
    const key = [question.read, question.written, ...question.writes].map((o) => this.keyOf(o)).join();
    let list = this.known.get(key);
    if (!list) {
      list = [];
      this.known.set(key, list);
    }
    const found = list.find(({ said }) => said.every(({ ask, was }) => ask(question) === was));
    if (found) return found.answer;
    const made = listenedTo(question);
    list.push(made);
    return made.answer;
  }

  private keyOf({ at, around, element }: Numbered): string {
    let nest = this.nests.get(around);
    if (nest === undefined) {
      nest = around.map((s) => this.bounded(s)).join('/');
      this.nests.set(around, nest);
    }
    return `${at.id} ${element} ${nest}`;
  }

  private bounded(s: Statement): string {
    const bounds = s.kind === 'for' ? [s.first, s.last, s.step].map((e) => this.numberOf(e)) : [];
    return `${s.kind}${s.id}:${bounds.join(':')}`;
  }

  private numberOf(e: Expr): number {
    let number = this.numbers.get(e);
    if (number === undefined) {
      number = this.count++;
      this.numbers.set(e, number);
    }
    return number;
  }
}

function listenedTo(question: Question): Known {
  const said: Known['said'][number][] = [];
  const kept = new Map<VariableId, boolean>();
  const hear = (ask: (question: Question) => boolean): boolean => {
    const was = ask(question);
    said.push({ ask, was });
    return was;
  };
  const answer = nothingLost({
    ...question,
    isInvariant: (id) => {
      let known = kept.get(id);
      if (known === undefined) {
        known = hear((q) => q.isInvariant(id));
        kept.set(id, known);
      }
      return known;
    },
    precedes: (a, b) => hear((q) => q.precedes(a, b)),
    inOneBody: (depth, ids) => hear((q) => q.inOneBody(depth, ids)),
  });
  return { answer, said };
}
