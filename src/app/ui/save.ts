/** Saving what is drawn. The drawing is copied node by node, so that text stays text. */
const PROPERTIES = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font', 'font-weight', 'opacity'];

export function saveText(file: string, text: string, type = 'text/plain'): void {
  saveBlob(file, new Blob([text], { type: `${type};charset=utf-8` }));
}

export function saveSvg(file: string, svg: SVGSVGElement): void {
  saveText(file, standalone(svg).text, 'image/svg+xml');
}

/** Pixels of the picture for each pixel of the page. */
const SHARPNESS = 2;

export async function savePng(file: string, svg: SVGSVGElement): Promise<void> {
  const { text, width, height } = standalone(svg);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * SHARPNESS;
  canvas.height = height * SHARPNESS;
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.scale(SHARPNESS, SHARPNESS);
  context.drawImage(image, 0, 0);
  canvas.toBlob((blob) => blob !== null && saveBlob(file, blob), 'image/png');
}

/** A copy that needs no style sheet, cropped to the drawing, on the page's background. */
function standalone(svg: SVGSVGElement): { text: string; width: number; height: number } {
  const scene = svg.querySelector<SVGGElement>('.scene');
  const box = scene?.getBBox() ?? { x: 0, y: 0, width: 100, height: 100 };
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = svg.querySelectorAll('*');
  copy.querySelectorAll('*').forEach((element, i) => {
    const original = originals[i];
    if (original === undefined) return;
    const style = getComputedStyle(original);
    for (const name of PROPERTIES) {
      const value = style.getPropertyValue(name);
      if (value !== '') (element as SVGElement).style.setProperty(name, value);
    }
  });
  copy.querySelector('.scene')?.removeAttribute('transform');
  // On paper nothing can be folded.
  for (const toggle of copy.querySelectorAll('.fold')) toggle.remove();
  const pad = 16;
  const width = Math.ceil(box.width + 2 * pad);
  const height = Math.ceil(box.height + 2 * pad);
  for (const name of [...copy.getAttributeNames()]) copy.removeAttribute(name);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('viewBox', `${box.x - pad} ${box.y - pad} ${width} ${height}`);
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.style.background = getComputedStyle(svg.closest('.panel') ?? document.body).backgroundColor;
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

export function saveBlob(file: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
