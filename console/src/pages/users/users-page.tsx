import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { formatAgo } from '../../lib/dates';
import { useGet } from '../../lib/queries';
import { Link } from '../../lib/router';
import { type User } from '../../lib/types';
import { Button, Select } from '../../ui/controls';
import { ItemList, useListState } from '../../ui/item-list';
import { Avatar, Badge, Page } from '../../ui/layout';
import { NewUser } from './new-user';
import { roleName, ROLES } from './roles';

export function UsersPage() {
  const state = useListState('role');
  const { search, role } = state.filter;
  const [isAdding, setAdding] = useState(false);
  const list = useGet<User[]>(
    'wp/v2/users',
    { context: 'edit', per_page: 20, page: state.page, search, roles: role },
    { keepPrevious: true },
  );
  return (
    <Page
      title={t.users.title}
      actions={
        <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
          {t.users.add}
        </Button>
      }
    >
      <ItemList
        query={list}
        state={state}
        icon="users"
        search={t.users.search}
        filters={
          <Select
            hideLabel
            label={t.users.role}
            value={role}
            options={[['', t.users.allRoles], ...ROLES.map((name) => [name, roleName(name)] as const)]}
            onChange={(value) => state.set({ role: value })}
          />
        }
        empty={[t.lists.nothing, t.lists.nothingText]}
        columns={[
          {
            label: t.users.name,
            cell: ({ id, name, username }) => (
              <div class="row">
                <Avatar name={name} />
                <div>
                  <div class="row-title">
                    <Link to={`users/${id}`}>{name}</Link>
                  </div>
                  <div class="muted small">{username}</div>
                </div>
              </div>
            ),
          },
          { label: t.users.email, class: 'muted', cell: ({ email }) => email },
          {
            label: t.users.role,
            cell: ({ roles = [] }) => roles.map((role) => <Badge key={role}>{roleName(role)}</Badge>),
          },
          {
            label: t.users.registered,
            class: 'muted',
            cell: ({ registered_date: date }) => date && formatAgo(date.slice(0, 19)),
          },
        ]}
      />
      {isAdding && <NewUser onClose={() => setAdding(false)} />}
    </Page>
  );
}
