export function freshName(hint: string, taken: Set<string>): string {
  let name = hint;
  for (let k = 0; taken.has(name.toLowerCase()); k++) name = `${hint}${k}`;
  taken.add(name.toLowerCase());
  return name;
}
