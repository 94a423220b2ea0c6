export { shortAddress } from '@app/base';

/** Formats a whole address or key in groups that can be read aloud; copy it without the spaces. */
export const groupsOfFour = (text: string): string => (text.replace(/\s/g, '').match(/.{1,4}/gu) ?? []).join(' ');
