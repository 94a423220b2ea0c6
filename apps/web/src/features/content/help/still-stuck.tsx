import { Icon } from '@app/ui';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';

/** Links to human support for readers whom no article helped. */
export function StillStuck() {
  const text = useText();
  return (
    <Link className="card mx-gutter mt-6 mb-6 flex items-center gap-4" to="/pages/setting/contactUs">
      <span className="text-brand">
        <Icon name="headset" />
      </span>
      <span className="grow">
        <span className="block font-semibold">{text('content.help.stuck')}</span>
        <span className="block text-label text-ink-3">{text('content.help.stuck.text')}</span>
      </span>
      <span className="text-ink-3">
        <Icon name="right" size={16} />
      </span>
    </Link>
  );
}
