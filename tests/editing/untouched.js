(async () => {
    const { Context, changesOf, groupWidget } = await import("/forms.js");
    const { ask } = await import("/shell.js");
    const found = [];
    for (const { kind, source } of await ask("kinds")) {
        const records = source ? [{ source }] : await ask("list", { kind });
        for (const one of records) {
            const record = await ask("record", { source: one.source });
            const plain = { ...record, raw: {} };
            const widget = groupWidget(record.schema, record.value, new Context(plain), record.usual);
            found.push({ source: one.source, changes: changesOf(record.value, widget.get()) });
        }
    }
    return found;
})()
