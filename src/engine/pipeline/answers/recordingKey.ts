import type { RecordingDraft } from '../../adjoint/builder';
import { statementName } from '../../ir/names';

/**
 * The name of a recording in links and in `breakIt`: its statement and what it stores. A call may store a value that it
 * overwrites and, separately, a snapshot of the same value to run again from.
 */
export function recordingKey({ statement, location, kind }: RecordingDraft): string {
  const key = `${statementName(statement)}:${location || kind}`;
  return kind === 'snapshot' ? `${key}:snapshot` : key;
}
