/** What stands over a column: words or, over numbers, `n`; `unseen` where the column shows what it is. */
interface Head {
  readonly words?: string;
  readonly n?: string;
  readonly unseen?: string;
  /** More about it, where the pointer rests. */
  readonly blurb?: string;
}

/** The heads of a table's columns, each with words of its own. */
export function TableHead({ columns }: { readonly columns: readonly (string | Head)[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const { words, n, unseen, blurb }: Head = typeof column === 'string' ? { words: column } : column;
          const text = n ?? words;
          return (
            <th key={text ?? unseen} scope="col" className={n === undefined ? undefined : 'n'} title={blurb}>
              {unseen === undefined ? text : <span className="unseen">{unseen}</span>}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
