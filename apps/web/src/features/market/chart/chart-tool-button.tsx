import { Icon, type IconName } from '@app/ui';

type ToolProps = { icon: IconName; label: string; onClick: () => void; size?: 16 | 20; isOpen?: boolean };

/** Renders one icon button of the row; 44 px high, as wide as the row allows. */
export function ToolButton({ icon, label, onClick, size = 20, isOpen }: ToolProps) {
  return (
    <button
      type="button"
      className={`grid h-11 w-8.5 flex-none place-items-center focus-visible:-outline-offset-4 ${isOpen ? 'text-ink' : ''}`}
      aria-label={label}
      aria-expanded={isOpen}
      onClick={onClick}
    >
      <Icon name={icon} size={size} />
    </button>
  );
}
