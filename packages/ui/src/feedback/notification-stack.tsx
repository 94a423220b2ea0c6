import { useSyncExternalStore } from 'react';
import { Icon } from '../icons/icon.tsx';
import { dismissNotice, type Notice, onNotices, shownNotices } from './notices.ts';

const ICONS = { ok: 'check-circle', warn: 'warn', error: 'warn' } as const;

/** Results over every screen, below its bar. A screen reader hears each once and is not interrupted. */
export function NotificationStack({ dismissLabel }: { dismissLabel: string }) {
  const notices = useSyncExternalStore(onNotices, shownNotices);
  return (
    <div className="notices" role="status" aria-live="polite">
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} dismissLabel={dismissLabel} />
      ))}
    </div>
  );
}

/** One result: what happened, what can be done about it, and a way to put it away. */
export function NoticeCard({ notice, dismissLabel }: { notice: Notice; dismissLabel: string }) {
  const { id, kind, text, action } = notice;
  return (
    <div className={`toast toast--${kind} notice`}>
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
