/**
 * Programs of pure control as C kernels: a statement that is seen becomes an assignment to one of three active values, a
 * test one of a counter, and the counter sees to it that every run ends. Labels inside of a switch are cases too.
 */
export function controlAsC(text: string): string {
  const indices: string[] = [];
  const out: string[] = [];
  /** `cases`: how many cases a switch has so far; those in its braces are 0 to 2. */
  const open: { close: string[]; cases?: number }[] = [];
  let seen = 0;
  const test = (word: string, modulus: number) => `(c * 5 + ${word.slice(1)}) % ${modulus} == 0`;
  for (const line of text.split('\n')) {
    const [word = '', second = '', third = ''] = line.split(' ');
    if (line === '') continue;
    if (word.endsWith(':')) {
      out.push(`${word} ;`);
      const around = open.findLast((each) => each.cases !== undefined);
      if (around?.cases !== undefined && around.cases < 6) out.push(`case ${around.cases++}: ;`);
    } else if (word === 'goto') out.push('c = c + 1; if (c > 60) return;', `goto ${second};`);
    else if (line === '} else {') out.push(line);
    else if (word === '}') {
      const closing = open.pop()?.close ?? ['}'];
      // The test of a do loop stands with its brace.
      out.push(...(second === 'while' ? closing.map((c) => c.replace('?', test(third, 3))) : closing));
    } else if (word === 'if') {
      out.push(`if (${test(second, 2)}) {`);
      open.push({ close: ['}'] });
    } else if (word === 'while') {
      out.push(`while (c < 50 && (c * 7 + ${second.slice(1)}) % 4 != 0) {`, 'c = c + 1;');
      open.push({ close: [`${third}_next: ;`, '}', `${third}_end: ;`] });
    } else if (word === 'loop') {
      out.push('for (;;) {', 'c = c + 1;', 'if (c > 50) break;');
      open.push({ close: [`${second}_next: ;`, '}', `${second}_end: ;`] });
    } else if (word === 'do') {
      out.push('do {', 'c = c + 1;');
      open.push({ close: [`${second}_next: ;`, '} while (c < 50 && ?);', `${second}_end: ;`] });
    } else if (word === 'for') {
      const index = `i${indices.length}`;
      indices.push(index);
      out.push(`for (${index} = 0; ${index} < ${second}; ${index}++) {`);
      open.push({ close: [`${third}_next: ;`, '}', `${third}_end: ;`] });
    } else if (word === 'block') {
      out.push('{');
      open.push({ close: ['}', `${second}_end: ;`] });
    } else if (word === 'switch') {
      out.push(`switch ((c + ${second.slice(1)}) % 7) {`);
      open.push({ close: ['}', `${third}_end: ;`], cases: 3 });
    } else if (word === 'case') {
      const before = out.at(-1) ?? '';
      const number = before.startsWith('switch') ? 0 : Number(/next case (\d+)/.exec(before)?.[1] ?? 0);
      out.push(`case ${number}: {`);
      open.push({ close: ['}', `break; /* next case ${number + 1} */`] });
    } else if (word === 'exit') out.push(second === 'return' ? 'return;' : `goto ${second}_end;`);
    else if (word === 'next') out.push(`goto ${second}_next;`);
    else {
      const k = seen++ % 3;
      out.push(`x[${k}] = sin(x[${(k + 1) % 3}]) * x[${k}] + 0.1 * x[${(k + seen) % 3}];`, 'c = c + 1;');
    }
  }
  const declared = ['c = 0', ...indices.map((i) => `${i} = 0`)].join(', ');
  return `void f(double x[3]) {\nint ${declared};\n${out.join('\n')}\n}\n`;
}
