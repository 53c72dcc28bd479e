"""A CV in each format, with every field that the formats have. Nobody in them exists."""

RENDERCV = """\
cv:
  name: Ada Tester
  headline: Researcher of Tests
  location: Nowhere, NW
  email: ada@tester.example
  phone: tel:+999 30 000000
  website: https://tester.example/
  photo: ada.jpg
  social_networks:
    - {network: GitHub, username: adat}
    - {network: LinkedIn, username: ada-tester}
    - {network: ORCID, username: 0000-0002-1825-0097}
    - {network: Mastodon, username: "@ada@social.example"}
    - {network: Google Scholar, username: AbCdEf}
    - {network: Nowhere, username: ada}
  custom_connections:
    - {fontawesome_icon: calendar, placeholder: Book a call, url: https://cal.example/ada}
  sections:
    Welcome:
      - Hello **world**.
      - A second paragraph.
    education:
      - institution: University of Tests
        area: Physics
        degree: PhD
        start_date: 2018-09
        end_date: 2023-05
        location: Nowhere, NW
        highlights:
          - "Thesis: On Testing Tests"
          - "Advisor: Bob Bee"
          - "GPA: 3.9/4.0"
          - Courses with names - First one - Second one
      - institution: School of Tests
        area: Mathematics
        date: "2017"
    work_experience:
      - company: A Firm
        position: Engineer
        start_date: 2023-06
        end_date: present
        location: Remote
        summary: What it was.
        highlights: [Did one thing., Did *another*.]
    Voluntary Work:
      - company: A Club
        position: Treasurer
        start_date: 2019
        end_date: 2020
    publications:
      - title: A Paper on Tests
        authors: ["*Ada Tester*", Bob Bee]
        doi: 10.1234/abc.def
        url: https://papers.example/1
        journal: Journal of Tests
        date: 2022-03
        summary: It tests.
    Selected Honors:
      - bullet: A first honor
      - bullet: Another
    skills:
      - {label: Languages, details: "Python, C"}
      - {label: Tools, details: Make}
    projects:
      - name: A Thing
        date: Fall 2021
        url: https://thing.example/
        location: Here
        summary: About it.
        highlights: [It works.]
        colour: red
    Patents:
      - number: A first patent
      - number: A second patent
    Invited Talks:
      - reversed_number: The new one
      - reversed_number: The old one
design: {theme: classic}
locale: {language: english}
settings: {current_date: 2026-01-01}
"""

JSON_RESUME = """\
{
  "$schema": "https://jsonresume.example/schema.json",
  "basics": {
    "name": "Ada Tester", "label": "Programmer", "image": "https://tester.example/ada.jpg",
    "email": "ada@tester.example", "phone": "+999 30 000000", "url": "https://tester.example/",
    "summary": "She tests **everything**.",
    "location": {"address": "1 Test Street", "postalCode": "00000", "city": "Nowhere",
                 "countryCode": "NW", "region": "North"},
    "profiles": [
      {"network": "GitHub", "username": "adat", "url": "https://github.com/adat"},
      {"network": "Forge", "username": "ada", "url": "https://forge.example/ada"}
    ]
  },
  "work": [{"name": "A Firm", "position": "Engineer", "location": "Remote",
    "description": "Maker of tests", "url": "https://firm.example/", "startDate": "2020-09-01",
    "endDate": "2022-08-31", "summary": "What it was.", "highlights": ["Did one.", "Did two."]},
    {"name": "Another Firm", "position": "Lead", "startDate": "2022-09"}],
  "volunteer": [{"organization": "A Club", "position": "Treasurer", "url": "https://club.example/",
    "startDate": "2019-01-01", "endDate": "2019-12-31", "summary": "Money.",
    "highlights": ["Counted."]}],
  "education": [{"institution": "University of Tests", "url": "https://uni.example/",
    "area": "Physics", "studyType": "Bachelor", "startDate": "2015-10-01", "endDate": "2019-06-30",
    "score": "4.0", "courses": ["T101 - Testing", "T102 - Retesting"]}],
  "awards": [{"title": "Best Test", "date": "2021-11-01", "awarder": "Test Society",
    "summary": "For a test."}],
  "certificates": [{"name": "Certified Tester", "date": "2021-11-07", "issuer": "Test Board",
    "url": "https://board.example/c"}],
  "publications": [{"name": "On Tests", "publisher": "Journal of Tests",
    "releaseDate": "2021-10-01", "url": "https://papers.example/1", "summary": "It tests."}],
  "skills": [{"name": "Web", "level": "Master", "keywords": ["HTML", "CSS"]}],
  "languages": [{"language": "English", "fluency": "Native"}, {"language": "German"}],
  "interests": [{"name": "Birds", "keywords": ["Owls", "Wrens"]}],
  "references": [{"name": "Bob Bee", "reference": "She tests well."}],
  "projects": [{"name": "A Thing", "description": "About it.", "highlights": ["It works."],
    "keywords": ["html"], "startDate": "2019-01-01", "endDate": "2021-01-01",
    "url": "https://thing.example/", "roles": ["Lead"], "entity": "A Firm", "type": "application"}],
  "meta": {"canonical": "https://tester.example/resume.json", "version": "v1.0.0"},
  "hobby": "Chess"
}
"""
