const DAYS = {
  mo: 'Monday',
  tu: 'Tuesday',
  we: 'Wednesday',
  th: 'Thursday',
  fr: 'Friday',
  sa: 'Saturday',
  su: 'Sunday',
};

/** Called once, with what the console offers. */
export default function openingHours({ h, hooks, components, api, navigate, toast }) {
  const { Button, Card, ErrorNote, Loading, Page, TextField } = components;

  /** Edits the meta value, in the editor of pages and below. */
  function HoursEditor({ value, onChange }) {
    const hours = Array.isArray(value) ? {} : (value ?? {});
    return h(
      'div',
      { class: 'stack' },
      Object.entries(DAYS).map(([day, label]) =>
        h(TextField, {
          key: day,
          label,
          value: hours[day] ?? '',
          onChange: (text) => onChange({ ...hours, [day]: text }),
        }),
      ),
    );
  }

  function usePages() {
    const [state, setState] = hooks.useState({});
    hooks.useEffect(() => {
      const query = { context: 'edit', per_page: 100, _fields: 'id,title,meta' };
      api.request('GET', 'wp/v2/pages', { query }).then(
        ({ data }) => setState({ pages: data }),
        (error) => setState({ error }),
      );
    }, []);
    return state;
  }

  function Place({ page }) {
    const [hours, setHours] = hooks.useState(page.meta.opening_hours);
    const save = async () => {
      await api.request('POST', `wp/v2/pages/${page.id}`, { body: { meta: { opening_hours: hours } } });
      toast.info(`The opening hours of ${page.title.raw} are saved.`);
    };
    return h(
      Card,
      { title: page.title.raw },
      h(HoursEditor, { value: hours, onChange: setHours }),
      h(Button, { kind: 'primary', onClick: () => save().catch((error) => toast.error(error.message)) }, 'Save'),
    );
  }

  return {
    Page() {
      const { pages, error } = usePages();
      const content = error
        ? h(ErrorNote, { error })
        : pages
          ? pages.map((page) => h(Place, { key: page.id, page }))
          : h(Loading);
      return h(Page, { title: 'Opening hours' }, content);
    },
    Card() {
      const { pages = [] } = usePages();
      const open = pages.filter(({ meta }) => Object.values(meta.opening_hours ?? {}).some(Boolean));
      return h(
        'p',
        null,
        `${open.length} places have opening hours. `,
        h(Button, { onClick: () => navigate('extensions/opening-hours') }, 'Edit'),
      );
    },
    fields: { opening_hours: HoursEditor },
  };
}
