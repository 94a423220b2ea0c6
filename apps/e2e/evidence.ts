/**
 * Complaints of the browser that show a defect, collected from all pages of a file: a failed test reports them, also one
 * that a timeout ended before it looked at them. Refusals and cut connections are no defects: journeys provoke them.
 */
const collected: string[] = [];

const EXPECTED =
  /Failed to load resource: (?:net::ERR_|the server responded with a status of 4\d\d)|WebSocket connection to/;

/** Keeps a complaint if it shows a defect. `provoked`: those that a test causes itself. */
export function noteComplaint(complaint: string, provoked: readonly RegExp[]): void {
  if (EXPECTED.test(complaint) || provoked.some((each) => each.test(complaint))) return;
  collected.push(complaint);
}

const SHOWN_MAX = 3;

/** Returns the complaints since the last call in one line; undefined without any. */
export function takeEvidence(): string | undefined {
  const complaints = [...new Set(collected.splice(0))];
  return complaints.length === 0 ? undefined : complaints.slice(0, SHOWN_MAX).join(' | ');
}
