import { Avatar, Icon } from '@app/ui';
import { usePersonOf } from '../data/queries.ts';
import { sayValue, useSay } from '../data/texts.ts';

/** Shows who is meant by the trail's names: a staff member with their picture, or a process. */
export function Who({ name }: { name: string }) {
  const say = useSay();
  const person = usePersonOf()(name);
  if (person === undefined)
    return (
      <span className="d-who">
        <Icon name="gauge" size={16} />
        {sayValue(say, 'actor', name)}
      </span>
    );
  return (
    <span className="d-who">
      <Avatar seed={Number(person.id)} size={24} />
      {person.name}
    </span>
  );
}
