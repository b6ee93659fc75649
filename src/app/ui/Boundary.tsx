import { Component, type ReactNode } from 'react';

/** A view that fails takes down itself alone: the text and everything else stay. React asks for a class here. */
export class Boundary extends Component<{ what: string; children: ReactNode }, { message: string | null }> {
  override state = { message: null };

  static getDerivedStateFromError(error: unknown) {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render() {
    const { message } = this.state;
    if (message === null) return this.props.children;
    return (
      <div className="empty" role="alert">
        <p>
          “{this.props.what}” failed, which is a bug of Backsweep: {message}. Your text is safe.
        </p>
        <button type="button" className="button" onClick={() => this.setState({ message: null })}>
          Try again
        </button>
      </div>
    );
  }
}
