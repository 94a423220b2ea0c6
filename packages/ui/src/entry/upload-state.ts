/**
 * State of one picture upload: none, checking, doubted by a check, sending, sent or failed. Choosing another file restarts
 * it from any state.
 */
export type Upload =
  | { step: 'none' }
  | { step: 'checking'; file: File }
  | { step: 'doubted'; file: File; why: string }
  | { step: 'sending'; file: File; progress: number }
  | { step: 'sent'; file: File }
  | { step: 'failed'; file: File; why: string };

export type UploadEvent =
  | { kind: 'chosen'; file: File }
  | { kind: 'doubted'; file: File; as: File; why: string }
  | { kind: 'confirmed'; file: File }
  | { kind: 'moved'; file: File; progress: number }
  | { kind: 'arrived'; file: File }
  | { kind: 'stuck'; file: File; why: string };

/**
 * Returns the next upload state. Drops events of a file that is no longer the current one, and never lowers the
 * progress.
 */
export function uploadAfter(upload: Upload, event: UploadEvent): Upload {
  if (event.kind === 'chosen') return { step: 'checking', file: event.file };
  if (event.kind === 'confirmed') return { step: 'sending', file: event.file, progress: 0 };
  if (upload.step === 'none' || upload.file !== event.file) return upload;
  if (upload.step === 'checking') {
    if (event.kind === 'doubted') return { step: 'doubted', file: event.as, why: event.why };
    return event.kind === 'stuck' ? { step: 'failed', file: event.file, why: event.why } : upload;
  }
  if (upload.step !== 'sending' || event.kind === 'doubted') return upload;
  if (event.kind === 'arrived') return { step: 'sent', file: event.file };
  if (event.kind === 'stuck') return { step: 'failed', file: event.file, why: event.why };
  return { ...upload, progress: Math.min(100, Math.max(upload.progress, event.progress)) };
}
