import { Component, type ReactNode } from 'react';

/** How browsers report that a file of the page could not be loaded. Nothing asks for it again. */
const DID_NOT_COME = /dynamically imported module|importing a module script|unable to preload/i;

/** A view that fails takes down only itself: the text and everything else stay. React requires a class here. */
export class Boundary extends Component<{ what: string; children: ReactNode }, { message: string | null }> {
  override state: { message: string | null } = { message: null };

  static getDerivedStateFromError(error: unknown) {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render() {
    const { message } = this.state;
    if (message === null) return this.props.children;
    const missing = DID_NOT_COME.test(message);
    return (
      <div className="empty" role="alert">
        <p>
          {missing
            ? `“${this.props.what}” did not load: is there a network?`
            : `“${this.props.what}” failed, which is a bug of Backsweep: ${message}.`}{' '}
          Your text is safe.
        </p>
        <button
          type="button"
          className="button"
          onClick={() => (missing ? location.reload() : this.setState({ message: null }))}
        >
          {missing ? 'Load the page again' : 'Try again'}
        </button>
      </div>
    );
  }
}
