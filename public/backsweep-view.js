/**
 * <backsweep-view view="#embed1.…" label="What it shows" height="460" theme="dark"></backsweep-view>
 *
 * It makes a frame, and nothing else: no script of Backsweep runs in the page around. The frame is always of the site that this file
 * came from; `view` is what stands behind the # of an embed's address. `height` is what it has until its content tells its own.
 *
 * Events: `backsweep-answer`, with `detail: {right, chosen}`, when a reader answered. Method: `reveal()` uncovers the answer.
 */
const SITE = new URL('./', import.meta.url);
const MOST_HEIGHT = 4000;

class BacksweepView extends HTMLElement {
  static observedAttributes = ['view', 'label', 'height', 'theme'];

  connectedCallback() {
    if (this.frame === undefined) {
      this.frame = document.createElement('iframe');
      this.frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups');
      this.frame.loading = 'lazy';
      Object.assign(this.frame.style, { width: '100%', border: '1px solid #8886', borderRadius: '6px' });
      this.frame.addEventListener('load', () => this.tellTheme());
      this.attachShadow({ mode: 'open' }).append(this.frame);
      this.style.display = 'block';
    }
    this.hear = (/** @type {MessageEvent} */ event) => this.heard(event);
    addEventListener('message', this.hear);
    this.show();
  }

  disconnectedCallback() {
    if (this.hear !== undefined) removeEventListener('message', this.hear);
  }

  attributeChangedCallback() {
    if (this.isConnected) this.show();
  }

  reveal() {
    this.tell({ backsweep: 1, kind: 'reveal' });
  }

  show() {
    if (this.frame === undefined) return;
    const view = this.getAttribute('view') ?? '';
    const address = new URL('embed.html', SITE);
    address.hash = view.replace(/^#/, '');
    if (this.frame.src !== address.href) this.frame.src = address.href;
    this.frame.title = this.getAttribute('label') ?? 'A kernel and its adjoint';
    const height = Number(this.getAttribute('height') ?? 460);
    if (this.told === undefined && height > 0) this.frame.style.height = `${Math.min(height, MOST_HEIGHT)}px`;
    this.tellTheme();
  }

  tellTheme() {
    const theme = this.getAttribute('theme');
    if (theme !== null) this.tell({ backsweep: 1, kind: 'theme', theme });
  }

  /** @param {object} message */
  tell(message) {
    this.frame?.contentWindow?.postMessage(message, SITE.origin);
  }

  /** @param {MessageEvent} event */
  heard({ source, origin, data }) {
    if (source !== this.frame?.contentWindow || origin !== SITE.origin) return;
    if (typeof data !== 'object' || data === null || data.backsweep !== 1) return;
    if (data.kind === 'size' && Number.isFinite(data.height) && data.height > 0) {
      this.told = Math.min(Math.ceil(data.height) + 2, MOST_HEIGHT);
      if (this.frame !== undefined) this.frame.style.height = `${this.told}px`;
    }
    if (data.kind === 'answer' && typeof data.right === 'boolean' && Array.isArray(data.chosen)) {
      const detail = { right: data.right, chosen: data.chosen.filter(Number.isInteger) };
      this.dispatchEvent(new CustomEvent('backsweep-answer', { detail, bubbles: true }));
    }
  }
}

if (customElements.get('backsweep-view') === undefined)
  customElements.define('backsweep-view', BacksweepView);
