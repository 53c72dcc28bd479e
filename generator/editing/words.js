// The words of the panel, in English and in Chinese.

const CHINESE = {
  "To do": "待办", "Everything": "全部内容", "New": "新建", "Undo": "撤销", "Save": "保存",
  "Saving…": "正在保存……", "Nothing has changed": "没有改动", "Not saved yet": "尚未保存",
  "Saved. The page follows.": "已保存，页面随即更新。", "Save all the same": "仍然保存",
  "The record has mistakes": "此条目有错误", "Delete": "删除", "Duplicate": "复制一份", "Up": "上移", "Down": "下移",
  "In the editor": "在编辑器中打开", "Cancel": "取消", "Discard": "放弃改动", "Close": "关闭", "Add": "添加",
  "Remove": "移除", "More fields": "更多字段", "Search fields": "查找字段", "Filter": "筛选",
  "The site": "网站", "The panel": "编辑面板", "Add it to the menu": "加入菜单", "Drop the file once more, on this form.": "请再次把文件拖放到此表单上。",
  "Open an entry first, and drop the file on its form.": "请先打开一个条目，再把文件拖放到它的表单上。", "Show the page": "显示页面", "Hide the page": "隐藏页面",
  "Point at an entry of the page and press its button, or the key e.": "把鼠标移到页面中的条目上，点击出现的按钮，或按 e 键。",
  "Nothing is left to do.": "没有待办事项。", "What could be done": "可以改进之处", "Changed since the last deployment": "上次发布后的改动",
  "To publish the site, run": "要发布网站，请运行", "Loading…": "正在载入……",
  "Delete this record?": "要删除此条目吗？", "Undo brings it back.": "可以用“撤销”恢复。",
  "There are changes that are not saved": "有尚未保存的改动", "Stay": "留在这里",
  "The file changed in the meantime": "文件已被改动", "What you typed is kept. The record now says:": "你输入的内容仍在。此条目现在是：",
  "Save what I typed": "保存我输入的内容", "Take what the file says": "采用文件中的内容",
  "It was not written": "没有写入", "The site would not be built:": "网站将无法生成：", "Delete all the same": "仍然删除",
  "Other parts of the site lead to it": "网站其他部分引用了它", "Change these first, or the site is not built until you have:": "请先修改以下内容；否则在修改之前网站无法生成：",
  "Move: drag, or press the arrow keys": "移动：拖动，或按方向键",
  "missing": "缺", "Language": "语言", "File": "文件", "Choose a file…": "选择文件……", "A file of this name is there": "已有同名文件",
  "Replace it": "替换", "Keep both": "两个都保留", "Uploading…": "正在上传……", "Drop the file to add it to this record": "松开鼠标，把文件加到此条目",
  "The file is there; save to link it.": "文件已上传；保存后生效。", "This record takes no such file": "此条目不能加这种文件",
  "Equal contribution": "共同贡献", "Corresponding author": "通讯作者",
  "In parts": "分项填写", "by field": "按字段", "As YAML: a form cannot show it": "以 YAML 显示：表单无法呈现",
  "Text": "正文", "Link": "链接", "Picture": "图片", "Formula": "公式", "Section": "栏目", "text": "文字",
  "Paste BibTeX, a DOI or an arXiv id": "粘贴 BibTeX、DOI 或 arXiv 编号", "Fill in the form": "填入表单", "Looking it up…": "正在查询……",
  "Already there:": "已有：", "Add the new entries": "添加新条目", "Add all entries": "添加全部条目", "New entry": "新条目",
  "The program does not answer. Start `masthead edit` again, and open the address that it prints.": "程序没有应答。请重新运行 masthead edit，并打开它显示的网址。",
  "Open the address that `masthead edit` prints in the terminal.": "请打开 masthead edit 在终端中显示的网址。",
  "What is new?": "要新建什么？", "required": "必填", "made if you leave it out": "留空则自动生成", "kind": "种类", "No entry has these words.": "没有符合的条目。",
  "Show": "显示", "Show the page that it is on": "显示它所在的网页",
  "No page shows it yet: add a section for it to a page, or mark it as selected.": "还没有网页显示它：请在某个页面中为它添加栏目，或标为代表作。", "Sections of the home page": "主页的栏目",
  "This CV shows the sections of another one.": "这份简历沿用另一份简历的栏目。", "What it changes in them": "其中的改动",
  "Colours and typefaces": "颜色与字体", "Profile": "个人资料", "Menu": "菜单", "Languages and title": "语言与标题", "Look": "外观", "Sections": "栏目", "All settings": "全部设置",
  "Your home page in each theme. Choose one to see it large; nothing is written until you keep it.": "每个主题下的主页。选择一个即可放大查看；确认采用之前不会写入任何文件。",
  "the site has it now": "网站当前使用", "Skins": "配色", "Show it large": "放大查看", "Keep it": "采用", "It shows": "显示的条目",
  "Drag a section, or move it with the arrow keys; open it to set it up.": "拖动栏目，或用方向键移动；点开即可设置。",
  "What does the picture show?": "图片里是什么？", "For readers who do not see it.": "供看不到图片的读者阅读。",
  "Which records?": "显示哪些条目？", "the same as": "同",
};
export const FIELDS = {
  "paper-without-pdf": "没有 PDF 的论文", "placeholder-text": "待填写的文字", "translation-missing": "缺少的译文", "page-without-translation": "没有译文的页面",
  error: "错误", warning: "警告", limit: "数量上限", style: "样式", where: "筛选条件", of: "条目种类", numbered: "编号",
  accent: "强调色", accent_dark: "深色模式的强调色", font: "字体", skin: "配色", options: "选项",
  id: "编号", title: "标题", name: "姓名", authors: "作者", editors: "编者", venue: "发表处", date: "日期", links: "链接", tags: "标签",
  abstract: "摘要", details: "要点", body: "详细内容", preview: "预览图", preview_alt: "预览图说明", selected: "代表作", priority: "优先级",
  visibility: "可见范围", status: "状态", kind: "类型", volume: "卷", number: "期", pages: "页码", publisher: "出版社", place: "地点",
  award: "获奖", note: "备注", doi: "DOI", arxiv: "arXiv", isbn: "ISBN", language: "语言", versions: "版本", role: "职务",
  affiliation: "单位", location: "所在地", bio: "简介", email: "电子邮箱", url: "网址", portrait: "照片", photo: "照片", given: "名",
  family: "姓", native: "本名", suffix: "后缀", person: "个人资料", description: "描述", languages: "语言", menu: "菜单", theme: "主题",
  summary: "概述", sections: "栏目", start: "开始", end: "结束", degree: "学位", organization: "机构", course: "课程", group: "分组",
  roles: "角色", affiliations: "单位", to: "目标", label: "文字", text: "内容", extra: "自定字段", aliases: "旧地址",
  permalink: "固定地址", layout: "版式", updated: "更新日期", draft: "草稿", posts: "文章", order: "顺序",
};
export const IS_CHINESE = (navigator.languages?.[0] ?? navigator.language).startsWith("zh");

/** Return a sentence in the language of the reader. */
export const t = (english) => (IS_CHINESE && CHINESE[english]) || english;

const LABELS = {
  of: "Kind of records", to: "Leads to", part: "Part of the page", extra: "Fields of your own", preview_alt: "Preview in words",
  preview_still: "Picture in place of a film", cv: "CVs",
};

export function labelOf(name) {
  if (!IS_CHINESE && LABELS[name]) return LABELS[name];
  if (IS_CHINESE && FIELDS[name]) return FIELDS[name];
  if (/^(doi|isbn|id|url)$/.test(name)) return name.toUpperCase();
  const words = String(name).replace(/[_-]/g, " ");
  return words[0].toUpperCase() + words.slice(1);
}

export function languageName(code) {
  try {
    return new Intl.DisplayNames([code], { type: "language" }).of(code);
  } catch {
    return code;
  }
}
