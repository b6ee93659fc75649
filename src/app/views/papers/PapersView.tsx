import './papers.css';
import { useState } from 'react';
import { PAPERS, type Paper } from '../../../examples/citations';
import { PAPER_ITEMS, type PaperItem } from '../../../examples/papers';
import { openExample } from '../../open';
import { Button, Segments } from '../../ui/controls';
import { TableHead } from '../../ui/TableHead';
import { useApp } from '../../use';

const CHOICES = (Object.keys(PAPERS) as Paper[]).map((paper) => ({
  value: paper,
  title: `[${paper}]`,
  blurb: PAPERS[paper],
}));

/** Every figure, table, listing and algorithm of the papers, with what of it opens here and what differs. */
export function PapersView() {
  const [paper, setPaper] = useState<Paper>('TBR');
  return (
    <section className="papers" aria-label="The papers">
      <Segments label="Which paper" value={paper} choices={CHOICES} onChange={setPaper} />
      <p className="papers-title">{PAPERS[paper]}</p>
      <table className="table papers-table">
        <TableHead columns={['In the paper', 'What it shows', 'What differs here', 'Here']} />
        <tbody>
          {PAPER_ITEMS.filter((item) => item.paper === paper).map((item) => (
            <Item key={item.number} item={item} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Item({ item: { number, title, differs, example } }: { item: PaperItem }) {
  const isOpen = useApp((state) => example !== null && state.example === example.id);
  return (
    <tr aria-current={isOpen || undefined}>
      <th scope="row">{number}</th>
      <td>{title}</td>
      <td>{differs === '' ? 'Nothing.' : differs}</td>
      <td>
        {example !== null && (
          <Button aria-label={`Open ${number}, ${title}`} onClick={() => openExample(example)}>
            {isOpen ? 'Open again' : 'Open'}
          </Button>
        )}
      </td>
    </tr>
  );
}
