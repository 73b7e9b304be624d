import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { formatAgo } from '../../lib/dates';
import { useGet } from '../../lib/queries';
import { Link, useQueryState } from '../../lib/router';
import { type User } from '../../lib/types';
import { Button, SearchBox, Select } from '../../ui/controls';
import { Avatar, Badge, EmptyState, Page, Ready } from '../../ui/layout';
import { Pagination, Toolbar } from '../../ui/lists';
import { NewUser } from './new-user';
import { roleName, ROLES } from './roles';

export function UsersPage() {
  const [query, change] = useQueryState();
  const search = query.get('search') ?? '';
  const role = query.get('role') ?? '';
  const page = Math.max(1, Number(query.get('page')) || 1);
  const [isAdding, setAdding] = useState(false);
  const set = (changes: Record<string, string | undefined>) => change({ page: undefined, ...changes });
  const list = useGet<User[]>(
    'wp/v2/users',
    { context: 'edit', per_page: 20, page, search, roles: role },
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
      <Toolbar>
        <SearchBox label={t.users.search} value={search} onSearch={(text) => set({ search: text })} />
        <Select
          hideLabel
          label={t.users.role}
          value={role}
          options={[['', t.users.allRoles], ...ROLES.map((name) => [name, roleName(name)] as const)]}
          onChange={(value) => set({ role: value })}
        />
      </Toolbar>
      <Ready query={list}>
        {({ data, total = 0, pages = 1 }) =>
          data.length === 0 ? (
            <EmptyState icon="users" title={t.lists.nothing}>
              <p>{t.lists.nothingText}</p>
            </EmptyState>
          ) : (
            <>
              <UserTable users={data} />
              <Pagination page={page} pages={pages} total={total} onChange={(next) => change({ page: String(next) })} />
            </>
          )
        }
      </Ready>
      {isAdding && <NewUser onClose={() => setAdding(false)} />}
    </Page>
  );
}

function UserTable({ users }: { users: readonly User[] }) {
  return (
    <div class="table-card">
      <table class="table responsive no-check">
        <thead>
          <tr>
            <th scope="col">{t.users.name}</th>
            <th scope="col">{t.users.email}</th>
            <th scope="col">{t.users.role}</th>
            <th scope="col">{t.users.registered}</th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={user.id}>
              <td>
                <div class="row">
                  <Avatar name={user.name} />
                  <div>
                    <div class="row-title">
                      <Link to={`users/${user.id}`}>{user.name}</Link>
                    </div>
                    <div class="muted small">{user.username}</div>
                  </div>
                </div>
              </td>
              <td class="muted" data-label={t.users.email}>
                {user.email}
              </td>
              <td data-label={t.users.role}>
                {(user.roles ?? []).map((role) => (
                  <Badge key={role}>{roleName(role)}</Badge>
                ))}
              </td>
              <td class="muted" data-label={t.users.registered}>
                {user.registered_date && formatAgo(user.registered_date.slice(0, 19))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
