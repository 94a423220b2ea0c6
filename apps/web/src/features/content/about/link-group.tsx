import { Icon, type IconName } from '@app/ui';
import { Link } from 'react-router';

export type LinkLine = { readonly icon: IconName; readonly label: string; readonly to: string };

/** Rows that link to pages of the app. */
export const LinkGroup = ({ lines }: { lines: readonly LinkLine[] }) => (
  <div className="group">
    {lines.map(({ icon, label, to }) => (
      <Link key={to} className="row row--menu" to={to}>
        <Icon name={icon} size={20} />
        <span className="row__main">{label}</span>
        <Icon name="right" size={16} />
      </Link>
    ))}
  </div>
);
