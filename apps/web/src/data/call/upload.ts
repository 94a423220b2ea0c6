import { readUpload, type UploadResult, uploadLanguage } from '@app/client/call';
import { CALL_TIMEOUT_MS } from '@app/client/timing';
import { type OpenPurpose, PURPOSE_RULES } from '@app/domain/media';
import { usePreferences } from '../app/preferences.ts';
import { textIn } from '../app/texts.ts';
import { endSessionOf, useSession } from '../session/session.ts';
import { requestVerification } from '../session/verify-first.ts';

type UploadOptions = {
  /** Decides who may see the picture. A sealed one is then claimed by the feature that it was uploaded for. */
  readonly purpose: OpenPurpose;
  readonly onProgress: (percent: number) => void;
};

let last: Promise<unknown> = Promise.resolve();

/** Uploads one picture at a time and returns its address; the texts of `refusal` must be loaded. */
export function upload(file: File, options: UploadOptions): Promise<string> {
  const sent = last.then(() => send(file, options));
  last = sent.catch(() => undefined);
  return sent;
}

function storedOrThrow(result: UploadResult, token: string | undefined): string {
  if (result.ok) return result.stored;
  if (result.type === 999) endSessionOf(result.message ?? '', token);
  if (result.type === 998) requestVerification(result.message ?? '');
  throw new Error(result.message ?? refusalText('upload_failed'));
}

const refusalText = (code: 'upload_failed' | 'body_too_large') =>
  textIn(usePreferences.getState().language, `refusal.${code}`);

/** Sends by XMLHttpRequest, because `fetch` cannot report upload progress. */
async function send(file: File, { purpose, onProgress }: UploadOptions): Promise<string> {
  if (file.size > PURPOSE_RULES[purpose].bytesMax) throw new Error(refusalText('body_too_large'));
  const form = new FormData();
  form.append('purpose', purpose); // Before the file, so that a server could refuse early.
  form.append('file', file);
  const request = new XMLHttpRequest();
  request.open('POST', '/api/upload');
  request.timeout = CALL_TIMEOUT_MS;
  request.responseType = 'json';
  request.setRequestHeader('Accept-Language', uploadLanguage(usePreferences.getState().language));
  const { token } = useSession.getState();
  if (token !== undefined) request.setRequestHeader('Authorization', token);
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? Math.round((loaded / total) * 100) : 0);
  const result = await new Promise<UploadResult>((resolve) => {
    request.onloadend = () => resolve(readUpload(request.status, request.response as unknown));
    request.send(form);
  });
  return storedOrThrow(result, token);
}
