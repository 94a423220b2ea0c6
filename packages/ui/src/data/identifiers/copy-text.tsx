import { useEffect, useState } from 'react';
import { Icon } from '../../icons/icon.tsx';
import { shortAddress } from './short-text.ts';

const THANKS_MS = 2_000;

type Props = { text: string; shown?: string; label: string; copiedLabel: string; onFailure: () => void };

/** Renders text that copies in full on press, however little of it is shown. */
export function CopyText({ text, shown = shortAddress(text), label, copiedLabel, onFailure }: Props) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), THANKS_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => writeToClipboard(text).then(() => setCopied(true), onFailure);
  return (
    <button type="button" className="copy hit" onClick={() => void copy()}>
      <span className="ident">{shown}</span>
      <span className="sr-only">{label}</span>
      <span className={isCopied ? 'copy__icon copy__icon--done' : 'copy__icon'}>
        <Icon name={isCopied ? 'check' : 'copy'} size={16} />
      </span>
      <span className="sr-only" role="status">
        {isCopied && copiedLabel}
      </span>
    </button>
  );
}

/** Copies to the clipboard. A page without a secure origin has no clipboard, which is a failure like any other. */
async function writeToClipboard(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
