/** `#define N 10`: names, and their replacements. */

export type Macros = Map<string, string>;

/** Names within names, and characters that one name becomes: macros that double each other have no end. */
const DEEPEST = 20;
const LONGEST = 1000;

/** The replacement of a name, with the names in it replaced too. */
export function replaced(name: string, macros: Macros): string {
  let text = macros.get(name) ?? name;
  for (let k = 0; k < DEEPEST; k++) {
    const next = text.replace(/[A-Za-z_]\w*/g, (each) => (each === name ? each : (macros.get(each) ?? each)));
    if (next === text || next.length > LONGEST) break;
    text = next;
  }
  return text;
}
