import { useEffect, useState, useSyncExternalStore } from 'react';
import { Icon } from '../icons/icon.tsx';
import { dismissNotice, lifeOfNotice, type Notice } from './notices.ts';

const ICONS = { ok: 'check-circle', warn: 'warn', error: 'warn' } as const;

/** Renders one result: what happened, the action it offers, and a dismiss button. */
export function NoticeCard({ notice, dismissLabel }: { notice: Notice; dismissLabel: string }) {
  const { id, kind, text, action } = notice;
  const holds = useNoticeLife(notice);
  return (
    <div className={`toast toast--${kind} notice`} {...holds}>
      {kind !== 'plain' && <Icon name={ICONS[kind]} size={20} />}
      <span className="grow">{text}</span>
      {action !== undefined && (
        <button
          type="button"
          className="toast__act hit"
          onClick={() => {
            dismissNotice(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className="notice__x hit" aria-label={dismissLabel} onClick={() => dismissNotice(id)}>
        <Icon name="close" size={16} />
      </button>
    </div>
  );
}

/**
 * Dismisses a notice when its time is over. Hovering, pressing or focusing it, or hiding the page, restarts the full
 * time.
 */
function useNoticeLife(notice: Notice) {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHidden = useSyncExternalStore(onSight, () => document.hidden);
  const isHeld = isPointed || isFocused || isHidden;
  useEffect(() => {
    const ms = lifeOfNotice(notice);
    if (isHeld || ms === undefined) return;
    const timer = setTimeout(() => dismissNotice(notice.id), ms);
    return () => clearTimeout(timer);
  }, [notice, isHeld]);
  return {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onPointerCancel: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
}

function onSight(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
