/** `wanted`, or with the first number from 2 on that makes it new; it is taken from then on. */
export function freshName(taken: Set<string>, wanted: string, between = ''): string {
  let name = wanted;
  for (let k = 2; taken.has(name); k++) name = `${wanted}${between}${k}`;
  taken.add(name);
  return name;
}
