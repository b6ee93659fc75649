import { expect, test } from 'vitest';
import { asCsv, asMarkdown } from './sheets';

const sheet = { title: 'Sets', head: ['line', 'statement'], rows: [['2', 'a[i] = "x", 1']] };

test('what separates cells is quoted', () => {
  expect(asCsv([sheet])).toBe('line,statement\r\n2,"a[i] = ""x"", 1"\r\n');
});

test('several sheets keep their titles', () => {
  expect(asCsv([sheet, { title: 'More', head: ['n'], rows: [] }])).toBe(
    'Sets\r\nline,statement\r\n2,"a[i] = ""x"", 1"\r\n\r\nMore\r\nn\r\n',
  );
});

test('no cell of a stranger’s program becomes a formula, and numbers stay numbers', () => {
  const rows = [['=1+1', '-2.5e-3', '@x', '+x y']];
  expect(asCsv([{ title: '', head: ['a', 'b', 'c', 'd'], rows }])).toBe(
    "a,b,c,d\r\n'=1+1,-2.5e-3,'@x,'+x y\r\n",
  );
});

test('Markdown keeps names as they are, and numbers to the right', () => {
  expect(
    asMarkdown([
      {
        title: 'Cost',
        head: ['strategy', 'x_b|y'],
        rows: [
          ['*a*', '12 B'],
          ['b', ''],
        ],
      },
    ]),
  ).toBe('**Cost**\n\n| strategy | x\\_b\\|y |\n| --- | --: |\n| \\*a\\* | 12 B |\n| b |  |\n');
});
