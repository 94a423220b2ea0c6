import { Icon } from '../icons/icon.tsx';
import { dismissNotice, type Notice } from './notices.ts';
import { useNoticeLife } from './use-notice-life.ts';

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
