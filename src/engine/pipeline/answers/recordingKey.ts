import type { RecordingDraft } from '../../adjoint/builder';
import { statementName } from '../../ir/names';

/**
 * What links and break-its name a recording by: its statement and what it stores. A call may store a value that it
 * overwrites, and beside it a snapshot of the same to run from again.
 */
export function recordingKey({ statement, location, kind }: RecordingDraft): string {
  const key = `${statementName(statement)}:${location || kind}`;
  return kind === 'snapshot' ? `${key}:snapshot` : key;
}
