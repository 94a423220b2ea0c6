import type { CaseLevel, Picture } from '@app/domain/kyc';
import { sessionScope } from '../../../data/session/session.ts';

/** Pictures that were sent, for their previews: in memory only, and gone with the page. */
const sent = new Map<string, File>();

const nameOf = (level: CaseLevel, picture: Picture) => `${sessionScope()}:${level}:${picture}`;

export const rememberPicture = (level: CaseLevel, picture: Picture, file: File): void =>
  void sent.set(nameOf(level, picture), file);

export const recallPicture = (level: CaseLevel, picture: Picture): File | undefined => sent.get(nameOf(level, picture));

export function forgetPictures(level: CaseLevel): void {
  const prefix = `${sessionScope()}:${level}:`;
  for (const name of sent.keys()) if (name.startsWith(prefix)) sent.delete(name);
}
